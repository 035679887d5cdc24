// What commands say of a policy that is about a book.

export function aboutBook(book: string): string {
  return `It is about the book ${book}: a provider without a position in it is at best REVIEW.`;
}

/** For a test of the policy. */
export function aboutBookToday(book: string): string {
  return `It is about the book ${book}, with the providers that have a position in it today.`;
}
