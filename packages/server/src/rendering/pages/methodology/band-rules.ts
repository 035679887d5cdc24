// What a band says, for the page of the methodology and for the guide: where a score lies, and which hard rules can hold it
// there. A band has no meaning beyond that: what puts one score into it stands on the page of its provider.

export const WHAT_A_BAND_SAYS =
  'A band is a range of scores. A score lies in it because its criteria add up to that many points, unless a hard rule holds ' +
  'it there. The page of a provider says which it is, and names the cause where everybody may know it: insolvency and access ' +
  'to funds are named, other hard rules are counted, and missing evidence is called missing.';

interface Band {
  name: string;
  /** In hundredths, as all scores here. */
  lower: number;
}

interface Rule {
  id: string;
  caps: readonly number[];
}

/** By name of the band. A rule holds a score in the band that its cap lies in; one with several caps can do so in several. */
export function rulesByBand(bands: readonly Band[], rules: readonly Rule[]): Map<string, Rule[]> {
  const bandOf = (cap: number) => bands.find(({ lower }) => cap >= lower)!.name;
  return new Map(
    bands.map(({ name }) => {
      const here = rules.map(({ id, caps }) => ({
        id,
        caps: [...new Set(caps)].filter((cap) => bandOf(cap) === name),
      }));
      return [name, here.filter(({ caps }) => caps.length > 0)];
    }),
  );
}

/** "HR01 (4.99, 39.99), HR06 (39.99)". */
export function rulesInWords(rules: readonly Rule[], figure: (hundredths: number) => string): string {
  if (rules.length === 0) return 'none: every cap is lower';
  return rules.map(({ id, caps }) => `${id} (${caps.map(figure).join(', ')})`).join(', ');
}
