// On all pages: the theme switch, and the key that focuses the search field.
{
  const { dataset } = document.documentElement;
  const themes = document.querySelector('[data-theme-switch]');
  if (themes) {
    themes.value = dataset.theme ?? '';
  }

  // On the document, because the web application adds and removes the header.
  document.addEventListener('change', ({ target }) => {
    if (!target.matches?.('[data-theme-switch]')) return;
    if (target.value === '') {
      delete dataset.theme;
      localStorage.removeItem('theme');
    } else {
      dataset.theme = target.value;
      localStorage.setItem('theme', target.value);
    }
  });

  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.('input, select, textarea, [contenteditable]')) return;
    const field = [...document.querySelectorAll('[data-slash]')].find((one) => one.checkVisibility());
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}
