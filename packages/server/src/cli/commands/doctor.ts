import { type AddCommand, addExamples } from '../command-kit.ts';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { toStatusPaint } from '../output/status-paint.ts';
import type { TableColumn } from '../output/table.ts';

const columns: readonly TableColumn<Finding>[] = [
  {
    title: 'STATUS',
    text: ({ status }) => status,
    paint: ({ status }, style) => toStatusPaint(status, style),
  },
  { title: 'CHECK', text: ({ check }) => check },
  { title: 'FOUND', text: ({ found }) => found, minWidth: 30 },
];

export const addDoctorCommand: AddCommand = (program, bind) => {
  const command = program
    .command('doctor')
    .description('check that everything works, and say what to do if not; exit code 1 if something does not');
  addExamples(command, 'toolcrib doctor', 'toolcrib doctor --url https://tools.example');
  bind(command, async (session) => {
    const { out } = session;
    const findings = await examine(session);
    const failed = findings.filter(({ status }) => status === 'fail').length;
    if (out.isJson) await out.json({ isHealthy: failed === 0, checks: findings });
    else {
      // Neither what failed nor what to do about it may be cut off, so long texts go on under the table.
      await out.table(
        columns,
        findings.map(({ fix: _, ...finding }) => finding),
      );
      for (const { check, status, found, fix } of findings) {
        const wasCut = status === 'fail' && out.width !== undefined;
        const texts = [wasCut ? found : undefined, fix].filter((text) => text !== undefined);
        if (texts.length > 0) out.note(`\n${check}: ${texts.join(' ')}`);
      }
    }
    return failed === 0 ? 0 : 1;
  });
};
