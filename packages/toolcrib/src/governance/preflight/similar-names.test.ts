import { describe, expect, it } from 'vitest';
import { doAtOnce } from '../../catalog/pieces.ts';
import { SimilarNames } from './similar-names.ts';

const similarNames = (wanted: string, names: readonly string[]) =>
  doAtOnce(new SimilarNames(names).find(wanted));

describe('SimilarNames', () => {
  it.each([
    ['get_wether', ['get_weather', 'get_news', 'send_mail'], ['get_weather']],
    ['GetWeather', ['get_weather', 'get-weathers'], ['get_weather', 'get-weathers']],
    ['add', ['sub', 'ad', 'adds'], ['ad', 'adds']],
    ['x', ['x1', 'y', ''], ['x1']],
    ['', ['a'], []],
  ])('finds for %s out of %j only what resembles it', (wanted, names, expected) => {
    expect(similarNames(wanted, names)).toEqual(expected);
  });

  it('does not depend on what else there is', () => {
    const names = ['weather_b', 'weather_a', 'weathers'];

    const found = similarNames('weather', [...names, 'weather_', 'zzz']);

    expect(found.filter((name) => name !== 'weather_')).toEqual(similarNames('weather', names.toReversed()));
  });
});
