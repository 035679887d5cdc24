// Limits of the worker that reads a PDF file: a small file can unpack to any size. The build copies this file beside the worker
// of pdf.js, which it precedes. A worker that meets a limit says so and ends, because pdf.js would draw what it has.

/**
 * In bytes, of one array and so of one unpacked stream: until a page is asked for, which takes maps and lists of objects, and from
 * then on. An A4 page that was scanned in colour at 600 dpi has 100 MiB.
 */
const LARGEST = { opening: 16 * 1024 * 1024, page: 128 * 1024 * 1024 };
/** In these units together, since a page was last asked for. */
const MOST = {
  bytes: 768 * 1024 * 1024,
  /** Of the drawing; the page keeps all of them. */
  operators: 1_000_000,
  texts: 50_000,
  characters: 1_000_000,
};
/** Smaller arrays are not counted. */
const SMALL = 64 * 1024;
const BEGINNINGS = ['GetOperatorList', 'GetTextContent'];
const ARRAYS = [
  ...['Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Uint32Array', 'Int8Array', 'Int16Array'],
  ...['Int32Array', 'Float32Array', 'Float64Array', 'ArrayBuffer'],
];

interface Chunk {
  fnArray?: unknown[];
  items?: { str?: string }[];
}

const scope = self as unknown as {
  postMessage: (message: unknown, transfer?: unknown) => void;
  close: () => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void;
};
const plainPost = scope.postMessage.bind(scope);
let largest = LARGEST.opening;
const used = { bytes: 0, operators: 0, texts: 0, characters: 0 };

function stop(): never {
  plainPost({ isStopped: true });
  scope.close();
  throw new RangeError('The PDF file is too large.');
}

function count(unit: keyof typeof used, amount: number): void {
  used[unit] += amount;
  if (used[unit] > MOST[unit]) stop();
}

function countBytes(amount: number): void {
  if (amount > largest) stop();
  if (amount >= SMALL) count('bytes', amount);
}

type Constructor = new (...given: unknown[]) => object;
const all = globalThis as unknown as Record<string, Constructor & { BYTES_PER_ELEMENT?: number }>;
for (const name of ARRAYS) {
  const plain = all[name]!;
  const width = plain.BYTES_PER_ELEMENT ?? 1;
  const limited: Constructor = new Proxy(plain, {
    construct(target, given: unknown[], by) {
      const [first] = given;
      // What shares the memory of another array takes none.
      const length = typeof first === 'number' ? first : ((first as { length?: number } | null)?.length ?? 0);
      countBytes(length * width);
      return Reflect.construct(target, given, by === limited ? target : by) as object;
    },
  });
  all[name] = limited;
}

// A browser unpacks all that it is given before anybody can count it. Without this, pdf.js unpacks by itself, into limited arrays.
Reflect.deleteProperty(globalThis, 'DecompressionStream');

scope.postMessage = (message, transfer) => {
  const chunk = (message as { chunk?: Chunk }).chunk;
  count('operators', chunk?.fnArray?.length ?? 0);
  count('texts', chunk?.items?.length ?? 0);
  for (const { str } of chunk?.items ?? []) count('characters', str?.length ?? 0);
  plainPost(message, transfer);
};

// Before the listener of pdf.js, which is added later.
scope.addEventListener('message', ({ data }) => {
  if (!BEGINNINGS.includes((data as { action?: string }).action ?? '')) return;
  largest = LARGEST.page;
  Object.assign(used, { bytes: 0, operators: 0, texts: 0, characters: 0 });
});

export {};
