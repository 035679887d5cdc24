// The form in which the demo tells about a provider.

export interface NewFact {
  /** The day on which the new value is found. It is approved and scored in the same week. */
  date: string;
  /** The id of a sample or the name of a newcomer. */
  provider: string;
  input: string;
  value: string;
  grade: string;
  title: string;
  /** What the analyst tells the reviewer. */
  note?: string;
}

/** A provider that came after the first day. What is known of it is what is known of a sample, apart from what is named here. */
export interface Newcomer {
  /** The day of all its evidence. */
  date: string;
  name: string;
  subtype: string;
  /** The sample whose type, flags and other inputs it has. */
  like: string;
  values: Readonly<Record<string, string>>;
  /** The only inputs with evidence; all inputs of the sample and all values named here if absent. */
  known?: readonly string[];
  /** The lowest and the highest yield; those of the sample if absent. */
  yields?: readonly [string, string];
  /** Of all its evidence; the grades of the sample if absent. */
  grade?: string;
}

/** Regular reports: each row has the day, then a value for each of the inputs. */
export interface Reports {
  title: string;
  grade: string;
  inputs: readonly string[];
  rows: readonly (readonly string[])[];
}

interface Finding extends Pick<NewFact, 'date' | 'title' | 'grade' | 'note'> {
  values: Readonly<Record<string, string>>;
}

/** A value that was misread when it was recorded, with its correct value. The evidence has the date of the wrong one. */
export interface Misreading extends Pick<NewFact, 'date' | 'input' | 'value' | 'grade' | 'title'> {
  reason: string;
}

/** From the first day until the second, or for good. */
export interface Period {
  from: string;
  until?: string;
}

export interface History extends Newcomer {
  /** Ageing evidence is renewed only every so many weeks. What is a gate is checked every week. */
  renewedEvery: number;
  reports?: Reports;
  findings?: readonly Finding[];
  corrected?: Misreading;
  /** From this day it reports nothing more, so all evidence but that of the gates ages. */
  silentFrom?: string;
  /** Nobody checks its gates, so its indicator becomes stale. */
  unchecked?: Period;
  /** Its indicator is withdrawn, and the provider leaves the list. */
  withdrawn?: { date: string; reason: string };
}
