// On all pages: the theme switch, and the key that focuses the search field.
{
  const { dataset } = document.documentElement;
  const themes = document.querySelector('[data-theme-switch]');
  if (themes) {
    themes.value = dataset.theme ?? '';
    themes.addEventListener('change', () => {
      if (themes.value === '') {
        delete dataset.theme;
        localStorage.removeItem('theme');
      } else {
        dataset.theme = themes.value;
        localStorage.setItem('theme', themes.value);
      }
    });
  }

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
