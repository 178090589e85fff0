import { ConfigError } from '../../index.ts';

/** What is used of the state of a file. */
export interface FileStats {
  readonly size: number;
  readonly mtimeMs: number;
  isFile(): boolean;
}

/** What is used of an open file. */
export interface FileHandle {
  read(buffer: Uint8Array, options: { readonly position: number }): Promise<{ readonly bytesRead: number }>;
  write(buffer: Uint8Array): Promise<{ readonly bytesWritten: number }>;
  stat(): Promise<FileStats>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What is used of `node:fs/promises`. */
export interface FileSystem {
  open(path: string, flags: 'r' | 'wx', mode?: number): Promise<FileHandle>;
  stat(path: string): Promise<FileStats>;
  link(existing: string, added: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  readdir(path: string): Promise<string[]>;
}

/** What is used of Node. Its types are not part of the library. */
export interface NodeModules {
  readonly fs: {
    readonly promises: FileSystem;
    mkdirSync(path: string, options: { readonly recursive: true; readonly mode: number }): unknown;
  };
  readonly path: { resolve(path: string): string; join(...parts: string[]): string };
  readonly crypto: {
    randomUUID(): string;
    createHash(name: 'sha256'): { update(text: string): { digest(encoding: 'hex'): string } };
  };
}

/** What is used of the host, which may be no Node at all. */
interface Host {
  readonly process?: { getBuiltinModule?(name: string): unknown };
}

/** @throws ConfigError `E_INVALID_OPTION` on a host that is no Node and does not act as one. */
export function loadNodeModules(): NodeModules {
  const { process } = globalThis as Host;
  const load = (name: string) => process?.getBuiltinModule?.(`node:${name}`);
  const modules = { fs: load('fs'), path: load('path'), crypto: load('crypto') };
  // Node documents them; they are absent or whole.
  if (Object.values(modules).every((module) => module !== undefined)) return modules as NodeModules;
  throw new ConfigError('E_INVALID_OPTION', 'This host has no node:fs, so it has no files to use.');
}

/** The code of an error of the file system, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Turns the failure of a file that is not there, or not any more, into undefined. */
export function ignoreAbsence(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
