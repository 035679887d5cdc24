// "Why believe this" is a page of still pictures without this script. With it, the browser computes the score again, and the
// reader can alter the package. What does the work is loaded after the page is drawn.

const page = document.querySelector<HTMLElement>('[data-why]');
if (page) import('./why/why.ts').then(({ startWhy }) => startWhy(page));

const select = document.querySelector<HTMLSelectElement>('[data-specimens]');
select?.addEventListener('change', () => location.assign(`/why/${encodeURIComponent(select.value)}`));
