import { readdir, readFile } from 'node:fs/promises';

/** One document of the library. */
export interface LibraryDocument {
  /** The name of its file, without the ending. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** Every document, by its id. */
export type Library = ReadonlyMap<string, LibraryDocument>;

/** Reads the Markdown files of a folder. */
export async function loadLibrary(folder: URL): Promise<Library> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const documents = await Promise.all(
    files.map(async (file): Promise<LibraryDocument> => {
      const text = await readFile(new URL(file, folder), 'utf8');
      const [heading = ''] = text.split('\n', 1);
      return { id: file.slice(0, -'.md'.length), title: heading.replace(/^#+ */, ''), text };
    }),
  );
  return new Map(documents.map((document) => [document.id, document]));
}
