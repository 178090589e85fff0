// Loaded into a service before its own code: measures how long its event loop is held, and tells its parent.
// By the time that the thread itself has run: on a busy machine a thread that waits for a processor holds nobody.
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
};
let last = cpuMs();
let longest = 0;
const look = () => {
  const now = cpuMs();
  longest = Math.max(longest, now - last);
  last = now;
};
setInterval(look, 2).unref();

process.on('message', (message) => {
  if (message !== 'stall?') return;
  look();
  process.send?.({ longestMs: longest });
  longest = 0;
});
process.channel?.unref();
