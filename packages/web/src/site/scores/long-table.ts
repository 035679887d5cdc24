// Shows all rows of the list in one table, where the server's page has only the first ones. The rows come from the server,
// a page of them at a time, each as a body of the table. Up to 500 rows all stay there, so that searching in the page and
// printing find them. A longer list has them near the window only; elsewhere an empty body of the same height stands in.

import { el } from '../dom/elements.ts';

const ALL_STAY = 500;
/** How far outside the window rows are made ready, in pixels. */
const AHEAD = 1500;
/** Somebody who types gets another table with the next letter: until then, more rows of this one only delay it. */
const AT_REST = 150;

interface Block {
  body: HTMLTableSectionElement;
  page: number;
  state: 'absent' | 'loading' | 'present';
}

/** `addressOf` gives the address of the rows of a page. */
export function showAllRows(table: HTMLTableElement, addressOf: (page: number) => string): void {
  const { total, page: shown, rowsPerPage } = table.dataset;
  const pages = Math.ceil(Number(total) / Number(rowsPerPage));
  const given = table.tBodies[0];
  if (pages < 2 || given === undefined) return;
  const isLong = Number(total) > ALL_STAY;
  const averageHeight = given.getBoundingClientRect().height / given.rows.length;
  const blocks = Array.from({ length: pages }, (_, at): Block => {
    if (at + 1 === Number(shown)) return { body: given, page: at + 1, state: 'present' };
    const rows = Math.min(Number(rowsPerPage), Number(total) - at * Number(rowsPerPage));
    return { body: standIn(averageHeight * rows), page: at + 1, state: 'absent' };
  });
  const byBody = new Map(blocks.map((block) => [block.body, block]));
  table.ariaRowCount = total!;
  numberRows(given);
  given.replaceWith(...blocks.map(({ body }) => body));
  document.querySelector('.pager')?.remove();
  if (Number(shown) > 1) given.scrollIntoView();

  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const block = byBody.get(target as HTMLTableSectionElement)!;
        if (isIntersecting) void fill(block);
        else empty(block);
      }
    },
    { rootMargin: `${AHEAD}px 0px` },
  );

  setTimeout(() => {
    if (!table.isConnected) return;
    if (isLong) for (const { body } of blocks) observer.observe(body);
    else void fillAll();
  }, AT_REST);

  async function fillAll(): Promise<void> {
    for (const block of blocks) await fill(block);
  }

  async function fill(block: Block): Promise<void> {
    if (block.state !== 'absent') return;
    block.state = 'loading';
    const rows = await fetchRows(addressOf(block.page)).catch(() => null);
    // Without them the stand-in stays; the next time it comes near, they are asked for again.
    if (rows === null) block.state = 'absent';
    if (rows === null || block.state !== 'loading' || !block.body.isConnected) return;
    block.state = 'present';
    block.body.replaceChildren(...rows.rows);
    numberRows(block.body);
  }

  /** A row that has the focus stays, and so do those beside it. */
  function empty(block: Block): void {
    const { body, state } = block;
    if (state !== 'present' || body.contains(document.activeElement)) return;
    const { height } = body.getBoundingClientRect();
    block.state = 'absent';
    body.replaceChildren(...standIn(height).rows);
  }
}

async function fetchRows(address: string): Promise<HTMLTableSectionElement | null> {
  const response = await fetch(address);
  if (!response.ok) return null;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return page.querySelector('tbody');
}

function standIn(height: number): HTMLTableSectionElement {
  const cell = el('td', { class: 'stand-in', colspan: 8 });
  cell.style.height = `${height}px`;
  return el('tbody', {}, el('tr', {}, cell));
}

/** For screen readers, which see only the rows that are there. The head is the first row. */
function numberRows(body: HTMLTableSectionElement): void {
  for (const row of body.rows) row.ariaRowIndex = String(Number(row.dataset.position) + 1);
}
