// What a check of the store reports.

export interface Finding {
  /** Table and key of the record with the problem. */
  record: string;
  problem: string;
}

export type ReportFinding = (record: string, problem: string) => void;
