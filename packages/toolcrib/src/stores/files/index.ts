export { type FileArtifactStoreOptions, fileArtifactStore } from './artifact-store.ts';
export { type FileArtifactOptions, fileArtifact } from './file-artifact.ts';
