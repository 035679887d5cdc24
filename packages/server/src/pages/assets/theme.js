// Sets the theme that the reader chose, before the first paint. Without a choice the system decides.
const theme = localStorage.getItem('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
