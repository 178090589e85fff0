import { readFile } from 'node:fs/promises';
import { ConfigError } from 'toolcrib';
import { assertTlsPair, type TlsPair } from '../node/tls-pair.ts';

/** Where a certificate and its key are. Paths are absolute. */
export type TlsFiles = {
  readonly certFile: string;
  readonly keyFile: string;
  readonly passphraseFile: string | undefined;
  /** Instead of a file. */
  readonly passphrase: string | undefined;
};

/**
 * Reads a certificate and its key, and looks into them.
 *
 * @throws ConfigError `E_TLS_INVALID` that names the files, and what is wrong with them.
 */
export async function loadTlsPair(files: TlsFiles): Promise<TlsPair> {
  const pair = await readTlsPair(files);
  nameTlsFiles(files, () => assertTlsPair(pair));
  return pair;
}

/** Reads a certificate and its key as they are. @throws ConfigError `E_TLS_INVALID` that names the file. */
export async function readTlsPair(files: TlsFiles): Promise<TlsPair> {
  const { certFile, keyFile, passphraseFile } = files;
  // One after the other, so that the same file is named each time if several are missing.
  const cert = await readText(certFile, 'certificate');
  const key = await readText(keyFile, 'key');
  const written = passphraseFile === undefined ? undefined : await readText(passphraseFile, 'passphrase');
  // Editors end a file with a line break, which isn't part of the passphrase.
  const passphrase = written?.replace(/\r?\n$/, '') ?? files.passphrase;
  return { cert, key, passphrase };
}

/** Uses a pair of these files, and names them in what is wrong with it. */
export function nameTlsFiles({ certFile, keyFile }: TlsFiles, use: () => void): void {
  try {
    use();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const message = `${error.message} The files are ${certFile} and ${keyFile}.`;
    throw new ConfigError(error.code, message, { cause: error, context: { certFile, keyFile } });
  }
}

async function readText(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const message = `The ${what} in ${file} cannot be read.`;
    throw new ConfigError('E_TLS_INVALID', message, { cause, context: { file } });
  }
}
