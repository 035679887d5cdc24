// rf scores: published indicators, read with an API key.

import type {
  EvidenceOutlook,
  ScoreChanges,
  ScoreHistory,
  ScoreList,
  ScorePeers,
  ScoreSnapshot,
} from '@rf-indicators/contract';
import { heldInWords } from '@rf-indicators/web/charts/score-headline';
import { Command } from 'commander';
import { bandInWords, nameInLine } from '../../rendering/wire/one-line-texts.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { operationCommand } from './operation-command.ts';
import { resolveCommand } from './resolve.ts';

export function scoresCommand(terminal: Terminal): Command {
  return new Command('scores')
    .addCommand(operationCommand(terminal, 'list', 'listScores', printScores))
    .addCommand(operationCommand(terminal, 'show', 'getScore', printSnapshot))
    .addCommand(operationCommand(terminal, 'history', 'getScoreHistory', printHistory))
    .addCommand(operationCommand(terminal, 'changes', 'getScoreChanges', printChanges))
    .addCommand(operationCommand(terminal, 'peers', 'getScorePeers', printPeers))
    .addCommand(operationCommand(terminal, 'outlook', 'getEvidenceOutlook', printOutlook))
    .addCommand(resolveCommand(terminal))
    .addHelpText('after', HELP);
}

const HELP = `
  export RF_URL=https://indicators.example RF_API_KEY=rf_live_…
  rf scores list --planner-type btc --sort=-final_score
  rf scores list --include withdrawn
  rf scores show brindlewick-vaults
  rf scores list --lei 529900T8BM49AURSDO55
  rf scores resolve 'Brindlewick Vaults' 529900T8BM49AURSDO55
  rf scores resolve --file book.txt
  rf scores changes brindlewick-vaults --from 2026-05-01`;

type Answer = Record<string, unknown>;

const points = (value: number) => value.toFixed(2);
const day = (instant: string) => instant.slice(0, 10);

function printScores(terminal: Terminal) {
  return (answer: Answer) => {
    const { data, withdrawn } = answer as unknown as ScoreList;
    printTable(
      terminal,
      ['SCORE', 'BAND', 'NAME', 'PROVIDER', 'SCORED', ''],
      data.map((row) => [
        points(row.final_score),
        bandInWords(row.risk_band),
        nameInLine(row.name),
        row.slug,
        day(row.scored_at),
        row.stale ? 'stale' : '',
      ]),
    );
    if (withdrawn === undefined || withdrawn.length === 0) return;
    terminal.out('');
    printTable(
      terminal,
      ['WITHDRAWN', 'NAME', 'PROVIDER', 'REASON'],
      withdrawn.map((one) => [day(one.withdrawn_at), nameInLine(one.name), one.slug, nameInLine(one.reason)]),
    );
  };
}

function printSnapshot(terminal: Terminal) {
  return (answer: Answer) => {
    const score = answer as unknown as ScoreSnapshot;
    const { next_band, points_to_next_band, hard_caps_fired, summary } = score.rf_decision_object;
    const holding = hard_caps_fired.filter(({ binding, blocks_next_band }) => binding && blocks_next_band);
    const distance =
      holding.length > 0
        ? heldInWords(Math.round(score.final_score * 100), holding.length)
        : next_band === undefined
          ? 'in the band of the lowest risk'
          : `${points(points_to_next_band)} points to ${bandInWords(next_band)}`;
    const lines: [string, string][] = [
      ['Provider', `${nameInLine(score.name)} (${score.slug})`],
      ['Score', `${points(score.final_score)}, ${bandInWords(score.risk_band)}; ${distance}`],
      ...(score.stale ? [['Stale', nameInLine(score.stale_reason ?? '')] as [string, string]] : []),
      ['Evidence', `quality ${points(score.confidence)}, coverage ${points(score.coverage)}`],
      [
        'Scored',
        `${day(score.scored_at)} by ${score.framework_version}; checked ${day(score.score_verified_at)}`,
      ],
      ['Proof', `${score.verify_url}/${score.verification_id}`],
    ];
    for (const [name, value] of lines) terminal.out(`${name.padEnd(10)}${value}`);
    terminal.out('');
    terminal.out(nameInLine(summary));
    terminal.out(score.limitations_disclosure);
  };
}

function printHistory(terminal: Terminal) {
  return (answer: Answer) => {
    const { data } = answer as unknown as ScoreHistory;
    printTable(
      terminal,
      ['PUBLISHED', 'SCORE', 'BAND', 'KIND', 'STATE', 'VERIFICATION ID'],
      data.map((row) => [
        day(row.published_at),
        points(row.final_score),
        bandInWords(row.risk_band),
        row.kind.replaceAll('_', ' '),
        row.state,
        row.verification_id,
      ]),
    );
  };
}

function printChanges(terminal: Terminal) {
  return (answer: Answer) => {
    const { from, to, delta, parts } = answer as unknown as ScoreChanges;
    if (to === null) return terminal.out('There is no indicator.');
    if (from === null || delta === null) {
      terminal.out(`${points(to.final_score)} on ${day(to.scored_at)}: there is no earlier indicator.`);
      return;
    }
    terminal.out(
      `${points(from.final_score)} on ${day(from.scored_at)} -> ${points(to.final_score)} on ${day(to.scored_at)}: ${signed(delta)}`,
    );
    printTable(
      terminal,
      ['POINTS', 'KIND', 'WHAT'],
      parts.map((part) => [signed(part.points), part.kind, nameInLine(whatOf(part))]),
    );
  };
}

/** What changed in parts that concern no single criterion. */
const WITHOUT_CRITERION: Readonly<Record<string, string>> = {
  methodology: 'Framework',
  structure: 'Facts about the provider',
  caps: 'Hard rules',
};

function whatOf({
  kind,
  criterion_label,
  module_label,
  before,
  after,
}: ScoreChanges['parts'][number]): string {
  const what = criterion_label ?? module_label ?? WITHOUT_CRITERION[kind] ?? kind;
  if (before === after) return before === null ? what : `${what}: ${before}`;
  return `${what}: ${before ?? 'none'} -> ${after ?? 'none'}`;
}

function printPeers(terminal: Terminal) {
  return (answer: Answer) => {
    const { rank, count, data, provider_id } = answer as unknown as ScorePeers;
    terminal.out(`Rank ${rank} of ${count}, safest first.`);
    printTable(
      terminal,
      ['RANK', 'SCORE', 'BAND', 'NAME', 'PROVIDER', ''],
      data.map((peer) => [
        String(peer.rank),
        points(peer.final_score),
        bandInWords(peer.risk_band),
        nameInLine(peer.name),
        peer.slug,
        peer.id === provider_id ? '<' : '',
      ]),
    );
  };
}

function printOutlook(terminal: Terminal) {
  return (answer: Answer) => {
    const { meaning, first_lapse, steps } = answer as unknown as EvidenceOutlook;
    printTable(
      terminal,
      ['FROM', 'TO', 'SCORE', 'BAND', 'STATE'],
      steps.map(({ from, to, final_score, risk_band, state }) => [
        from,
        to,
        final_score === null ? '' : points(final_score),
        risk_band === null ? '' : bandInWords(risk_band),
        state,
      ]),
    );
    terminal.out('');
    if (first_lapse !== null)
      terminal.out(
        `${nameInLine(first_lapse.label)} lapses on ${first_lapse.lapses_on}, and there is no score then.`,
      );
    terminal.out(meaning);
  };
}

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`;
}
