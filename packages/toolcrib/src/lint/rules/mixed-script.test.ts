import { describe, expect, it } from 'vitest';
import { checkRule, worstIn } from '../../../../../test/lint/check-rule.ts';
import { mixedScript } from './mixed-script.ts';

describe('mixed-script', () => {
  it('is an error in names', () => {
    const inputSchema = { type: 'object', properties: { tоken: {} } };

    const findings = checkRule(mixedScript, { name: 'sеnd_email', inputSchema });

    expect(findings.map(({ severity, pointer }) => `${severity} ${pointer}`)).toEqual([
      'error /name',
      'error /inputSchema/properties/tоken',
    ]);
    expect(findings[0]?.message).toContain('U+0435');
  });

  it.each(['Sends а paсkage.', 'Sends a 𝐩ackage.', 'Sends a pαckage.'])(
    'is a warning in text: %s',
    (description) => {
      expect(worstIn(mixedScript, description)).toBe('warning');
    },
  );

  it.each(['Отправляет SQL-запрос.', '使用API查询。', 'Measures 5 µm, 3 μs and Δx.', 'Crème brûlée, naïve.'])(
    'finds nothing in words of one alphabet: %s',
    (description) => {
      expect(worstIn(mixedScript, description)).toBeUndefined();
    },
  );
});
