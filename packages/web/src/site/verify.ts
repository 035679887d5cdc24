// The verification pages work without this script: the server has checked already. With it, the browser checks for itself,
// replays packages and reads memos. What does the work is loaded when it is needed.

const verdict = document.querySelector<HTMLElement>('[data-verify]');
if (verdict) import('./verify/page-check.ts').then(({ checkPage }) => checkPage(verdict));

const zone = document.querySelector<HTMLElement>('[data-drop]');
if (zone) {
  const replay = async (file: File | undefined) => {
    if (file) (await import('./verify/replay-file.ts')).replayFile(file, verdict?.dataset.verify ?? null);
  };
  const input = zone.querySelector('input');
  zone.querySelector('button')?.addEventListener('click', () => input?.click());
  input?.addEventListener('change', () => {
    replay(input.files?.[0]);
    // The same file can be chosen again after it was changed.
    input.value = '';
  });
  for (const type of ['dragenter', 'dragover', 'dragleave', 'drop']) {
    zone.addEventListener(type, (event) => {
      event.preventDefault();
      zone.toggleAttribute('data-over', type === 'dragenter' || type === 'dragover');
    });
  }
  zone.addEventListener('drop', (event) => replay(event.dataTransfer?.files[0]));
}

const memo = document.querySelector<HTMLFormElement>('[data-memo]');
memo?.addEventListener('submit', async (event) => {
  event.preventDefault();
  (await import('./verify/memo/show.ts')).showMemo(memo);
});
