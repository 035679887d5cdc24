// One piece of evidence: its document, the proposals that it supports, and who has opened it.

import { useParams } from '@tanstack/react-router';
import { useRead } from '../../api/acts.ts';
import { PathLink } from '../../frame/path-link.tsx';
import { Title } from '../../frame/title.tsx';
import { Facts } from '../../ui/facts.tsx';
import { inputValue, inWords, plural, utcDate } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { DocumentViewer } from '../document/viewer.tsx';
import { inputName } from '../input-names.ts';
import styles from './evidence.module.css';

export function EvidencePage() {
  const { evidence: id } = useParams({ from: '/desk/evidence/$evidence' });
  const { data, error, refetch } = useRead('evidence.show', { evidence: id });
  if (data === undefined)
    return (
      <>
        <Title title="Evidence" />
        <ProblemBox error={error} onRetry={() => void refetch()} />
      </>
    );
  const { evidence, proposals, proposal_count, openings, same_document } = data;
  const { title, kind, grade, evidence_date, page, quote, sha256, media_type, url } = evidence;
  return (
    <>
      <Title title={title} tab={title} note={`${inWords(kind)} of ${utcDate(evidence_date)}`} />
      <div className={styles.columns}>
        <div className={styles.document}>
          <h2 className="visually-hidden">Document</h2>
          <DocumentViewer
            key={evidence.id}
            {...{ title, sha256, page, quote }}
            mediaType={media_type}
            facts={`${utcDate(evidence_date)} · grade ${grade}`}
            links={
              url === null ? null : (
                <a href={url} target="_blank" rel="noreferrer">
                  Source
                </a>
              )
            }
          />
        </div>
        <div>
          <Section title="About it">
            <Facts
              facts={{
                Grade: grade,
                Page: page ?? 'not cited',
                'Recorded by': evidence.recorded_by_name,
                Recorded: <Instant at={evidence.recorded_at} />,
                'Same document': same_document === 0 ? 'only here' : `also ${plural(same_document, 'time')}`,
              }}
            />
          </Section>
          <Section title="Supports" note={proposal_count > proposals.length ? 'The first 100.' : ''}>
            <Table
              label="Supports"
              isSmall
              rows={proposals}
              keyOf={(proposal) => proposal.id}
              empty="No proposal."
              columns={[
                {
                  head: 'Provider',
                  cell: ({ slug, currency }) =>
                    slug === null ? (
                      `${currency} rate`
                    ) : (
                      <PathLink to={`/desk/providers/${slug}`}>{slug}</PathLink>
                    ),
                },
                { head: 'Input', cell: ({ input }) => inputName(input) },
                { head: 'Value', isFigure: true, cell: ({ value }) => inputValue(value) },
              ]}
            />
          </Section>
          <Section title="Opened by">
            <Table
              label="Opened by"
              isSmall
              rows={openings}
              keyOf={({ staff_id }) => staff_id}
              empty="Nobody has opened the document."
              columns={[
                { head: 'Person', cell: ({ name }) => name },
                { head: 'First opened', instant: ({ opened_at }) => opened_at },
              ]}
            />
          </Section>
        </div>
      </div>
    </>
  );
}
