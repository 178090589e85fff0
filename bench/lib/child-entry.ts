// The first file of every child process: runs one file of children/ and sends what it measured.
const [name, input = 'null'] = process.argv.slice(2);
const { measure } = await import(`../children/${name}.ts`);
const output: unknown = await measure(JSON.parse(input));
process.send?.({ output }, () => process.exit(0));
