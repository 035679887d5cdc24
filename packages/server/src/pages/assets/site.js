// On all pages: the theme switch.
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
}
