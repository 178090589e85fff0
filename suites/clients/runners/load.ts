/** Imports a package of this folder, for programs outside of it, which say what they use of it. */
export async function load<T>(name: string): Promise<T> {
  // Packages of this folder are not there when types are checked.
  return (await import(name)) as T;
}
