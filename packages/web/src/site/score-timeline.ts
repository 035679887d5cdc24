// Makes the timeline come alive: a day that can be dragged, and the list as it was published on that day. The bands and the
// lists are files, which are read when the view is shown. Without this script a form and links show the server's page of a day.

import type { HistoryDay } from '@rf-indicators/contract';
import { writtenDate } from '../charts/dates.ts';
import { placeOfDay } from '../charts/day-handle.ts';
import type { Period } from '../charts/history-lane.ts';
import { fillWhenOpened } from './score-timeline/bands-table.ts';
import { filterIn, listOf, type TimelineRow, type Today, todayOf } from './score-timeline/day-list.ts';
import { type Past, readDay, readPast } from './score-timeline/files.ts';
import { Rows } from './score-timeline/rows.ts';
import { Slider } from './score-timeline/slider.ts';
import { Steps } from './score-timeline/steps.ts';
import { addressDay, showDay } from './score-timeline/surroundings.ts';
import { sayUnread } from './score-timeline/unread.ts';
import { PARTS_REPLACED } from './scores/parts.ts';

const DAY = 24 * 60 * 60 * 1000;

interface Shown {
  table: HTMLTableElement;
  axis: SVGSVGElement;
  form: HTMLFormElement;
  first: string;
  today: string;
}

let timeline: Timeline | null = null;

class Timeline {
  readonly #shown: Shown;
  readonly #past: Past;
  readonly #today: Today;
  readonly #rows: Rows;
  readonly #slider: Slider;
  readonly #steps: Steps;
  #list: readonly TimelineRow[] = [];
  /** The day that the reader chose, whose list may not be there yet. */
  #wanted: string;
  /** The day whose list is on the page; at first it is the server's. */
  #listed: string;
  #isReading = false;
  #addressing = 0;

  constructor(shown: Shown, past: Past, todayFile: HistoryDay, date: string) {
    this.#shown = shown;
    this.#past = past;
    this.#today = todayOf(todayFile);
    this.#wanted = date;
    this.#listed = date;
    const { table, axis, form, first, today } = shown;
    const period: Period = { since: Date.parse(first), until: Date.parse(today) + DAY };
    const choose = (day: string) => this.#choose(day);
    this.#rows = new Rows(table, period, placeOfDay(date, period));
    this.#slider = new Slider(axis, period, choose);
    this.#steps = new Steps(form, past.publishedOn, { first, today }, choose);
    document.querySelector('main .pager')?.remove();
    const details = document.querySelector<HTMLDetailsElement>('main details.as-table');
    if (details !== null) fillWhenOpened(details, () => this.#list);
  }

  end(): void {
    this.#rows.end();
  }

  begin(): void {
    this.#point();
    void this.#read();
  }

  #choose(date: string): void {
    this.#wanted = date;
    this.#point();
    void this.#read();
  }

  /** At once, while the list of the day is read. */
  #point(): void {
    const date = this.#wanted;
    const head = this.#shown.table.querySelector('[data-then]');
    if (head !== null) head.textContent = writtenDate(date).replace(/ \d{4}$/, '');
    this.#rows.pointAt(this.#slider.show(date));
  }

  /** One list at a time; days that were passed meanwhile are left out. */
  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      for (let date = ''; date !== this.#wanted; ) {
        date = this.#wanted;
        const day = await readDay(date);
        // Reading a long list takes most of a frame, and so does showing it.
        await frameIsDrawn();
        this.#show(day);
      }
      sayUnread(this.#shown.form, null);
    } catch {
      // The list that is shown stays, and so does its day.
      const unread = this.#wanted;
      this.#wanted = this.#listed;
      this.#point();
      sayUnread(this.#shown.form, {
        ...{ date: unread, listed: this.#listed, again: () => this.#choose(unread) },
      });
    } finally {
      this.#isReading = false;
    }
  }

  #show(day: HistoryDay): void {
    const { today } = this.#shown;
    const list = listOf(day, this.#today, this.#past, filterIn(new URLSearchParams(location.search)));
    this.#list = list.rows;
    this.#listed = day.date;
    this.#rows.set(list.rows);
    this.#steps.show(day.date);
    showDay({ day, list, today });
    // Browsers refuse an address that changes many times a second.
    clearTimeout(this.#addressing);
    this.#addressing = window.setTimeout(() => {
      addressDay(day.date, today);
      this.#steps.show(day.date);
    }, 100);
  }
}

/** Lets the browser draw, and hear of the pointer, in between. */
function frameIsDrawn(): Promise<void> {
  return new Promise((drawn) => setTimeout(drawn));
}

async function mount(): Promise<void> {
  timeline?.end();
  timeline = null;
  const table = document.querySelector<HTMLTableElement>('table.timeline');
  const axis = table?.querySelector<SVGSVGElement>('.days');
  const form = document.querySelector<HTMLFormElement>('[data-day-form]');
  if (!table || !axis || !form) return;
  const { first = '', today = '', date = '' } = table.dataset;
  const [past, todayFile] = await Promise.all([readPast(first, today), readDay(today)]);
  if (!table.isConnected) return;
  timeline = new Timeline({ table, axis, form, first, today }, past, todayFile, date);
  timeline.begin();
}

// Without the files, the form and the links still work.
const mountOrLeave = () => mount().catch(() => undefined);
void mountOrLeave();
document.addEventListener(PARTS_REPLACED, () => void mountOrLeave());
