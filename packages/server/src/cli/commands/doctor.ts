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
      // What to do about it must not be cut off, so long texts go on under the table.
      await out.table(
        columns,
        findings.map(({ fix: _, ...finding }) => finding),
      );
      for (const { check, fix } of findings) if (fix !== undefined) out.note(`\n${check}: ${fix}`);
    }
    return failed === 0 ? 0 : 1;
  });
};
