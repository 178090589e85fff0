// The stall table: how long each attack holds the event loop of a service. `node bench/stalls.ts [checkout]`
import { resolve } from 'node:path';
import { runStallAttack, stallAttacks } from '../test/service/stalls/stall-attacks.ts';
import { startProbedService } from '../test/service/stalls/start-probed-service.ts';

const [checkout = '.', only = ''] = process.argv.slice(2);
const service = await startProbedService(resolve(checkout));
try {
  for (const attack of stallAttacks) {
    if (!attack.name.includes(only)) continue;
    const { name, role, status, said, longestMs, healthMs, answerMs } = await runStallAttack(service, attack);
    const figures = [longestMs, healthMs, answerMs].map((ms) => ms.toFixed(0).padStart(8)).join('');
    console.log(`${figures}  ${role.padEnd(10)} ${name.padEnd(56)} ${status} ${said}`);
  }
} finally {
  await service.stop();
}
