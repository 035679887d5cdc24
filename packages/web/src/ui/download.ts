// Saves a text that the browser has as a file.

export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to save by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
