// Small PDF files that unpack to gigabytes, go in circles, or have more of something than anybody can read.

import { constants, deflateRawSync, deflateSync } from 'node:zlib';

type Part = string | Buffer;

interface Bomb {
  title: string;
  bytes: () => Buffer;
  /** What the viewer says: it is stopped, it is damaged, or its first page is drawn. */
  ends: 'costly' | 'damaged' | 'drawn';
}

/** A PDF file of these objects, the first of which is the catalog. */
function fileOf(objects: readonly Part[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]!.length;
  const add = (part: Part) => {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(part, 'latin1');
    parts.push(bytes);
    length += bytes.length;
  };
  const places = objects.map((object, at) => {
    const place = length;
    add(`${at + 1} 0 obj\n`);
    add(object);
    add('\nendobj\n');
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = length;
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

function stream(content: Buffer, dictionary = '/Filter /FlateDecode'): Buffer {
  const head = `<< ${dictionary} /Length ${content.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream')]);
}

/** This text again and again, compressed: one block of the stream, repeated. */
function repeated(text: string, mebibytes: number): Buffer {
  const mebibyte = Buffer.alloc(1024 * 1024, text);
  const block = deflateRawSync(mebibyte, { finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: mebibytes }, () => block), end]);
}

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

/** One page with this content; its resources are beside the font. */
function onePage(contents: string, others: readonly Part[], resources = ''): Buffer {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} /Resources << /Font << /F1 4 0 R >> ${resources} >> >>`;
  return fileOf([CATALOG, PAGES, page, FONT, ...others]);
}

/** The tree of pages is in a list of objects, which a map of objects names. */
function listOfObjects(): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const place = () => Buffer.concat(parts).length;
  const places = [
    Buffer.from('<< /Type /Catalog /Pages 7 0 R >>'),
    stream(repeated(' ', 4096), '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'),
  ].map((object, at) => {
    const start = place();
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'));
    return start;
  });
  const start = place();
  const entry = (kind: number, at: number) => {
    const bytes = Buffer.alloc(7);
    bytes.writeUInt8(kind, 0);
    bytes.writeUInt32BE(at, 1);
    return bytes;
  };
  const free = entry(0, 0);
  const map = [
    free,
    entry(1, places[0]!),
    entry(1, places[1]!),
    entry(1, start),
    free,
    free,
    free,
    entry(2, 2),
  ];
  const dictionary = '/Type /XRef /Size 8 /W [1 4 2] /Root 1 0 R';
  parts.push(Buffer.from('3 0 obj\n'), stream(Buffer.concat(map), dictionary), Buffer.from('\nendobj\n'));
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const WORDS = Buffer.from('BT /F1 11 Tf 1 0 0 1 56 700 Tm (A page.) Tj ET');

export const PDF_BOMBS: readonly Bomb[] = [
  {
    title: 'a page that inflates to 4 GiB',
    bytes: () => onePage('5 0 R', [stream(repeated(' ', 4096))]),
    ends: 'costly',
  },
  {
    title: 'a page that was compressed twice, and inflates to 4 GiB',
    bytes: () =>
      onePage('5 0 R', [stream(deflateSync(repeated(' ', 4096)), '/Filter [/FlateDecode /FlateDecode]')]),
    ends: 'costly',
  },
  {
    title: 'a page that is one stream of 100 MiB a thousand times',
    bytes: () =>
      onePage(`[${Array.from({ length: 1000 }, () => '5 0 R').join(' ')}]`, [stream(repeated(' ', 100))]),
    ends: 'costly',
  },
  {
    title: '25 million operators',
    bytes: () => onePage('5 0 R', [stream(repeated('q Q ', 96))]),
    ends: 'costly',
  },
  {
    title: '10 million pieces of text',
    bytes: () => onePage('5 0 R', [stream(repeated('BT/F1 9 Tf(a)Tj 9 9 Td(b)Tj ET q Q ', 96))]),
    ends: 'costly',
  },
  {
    title: 'a list of objects that inflates to 4 GiB',
    bytes: listOfObjects,
    ends: 'costly',
  },
  {
    title: 'a map of objects that inflates to 4 GiB',
    bytes: () => {
      const map = stream(
        repeated('\u0001', 4096),
        '/Type /XRef /Size 2000000000 /W [1 1 1] /Root 1 0 R /Filter /FlateDecode',
      );
      const before = Buffer.from(`%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n`);
      const object = Buffer.concat([Buffer.from('2 0 obj\n'), map, Buffer.from('\nendobj\n')]);
      return Buffer.concat([before, object, Buffer.from(`startxref\n${before.length}\n%%EOF\n`)]);
    },
    ends: 'costly',
  },
  {
    title: 'a form that draws itself',
    bytes: () =>
      onePage(
        '5 0 R',
        [
          stream(Buffer.from('/X Do'), ''),
          stream(
            Buffer.from('/X Do /X Do'),
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>',
          ),
        ],
        '/XObject << /X 6 0 R >>',
      ),
    ends: 'drawn',
  },
  {
    title: 'forms that draw two others each, thirty deep',
    bytes: () => {
      const forms = Array.from({ length: 30 }, (_, at) =>
        stream(
          Buffer.from(at === 29 ? 'q Q' : '/X Do /X Do'),
          `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${7 + at} 0 R >> >>`,
        ),
      );
      return onePage('5 0 R', [stream(Buffer.from('/X Do'), ''), ...forms], '/XObject << /X 6 0 R >>');
    },
    ends: 'costly',
  },
  {
    title: '100,000 pages',
    bytes: () => {
      const kids = Array.from({ length: 100_000 }, () => '3 0 R').join(' ');
      const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>';
      return fileOf([CATALOG, `<< /Type /Pages /Kids [${kids}] /Count 100000 >>`, page, stream(WORDS, '')]);
    },
    ends: 'drawn',
  },
  {
    title: 'a tree of pages that goes in circles',
    bytes: () => fileOf([CATALOG, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 /Parent 2 0 R >>']),
    ends: 'damaged',
  },
  {
    title: 'maps of objects that name each other',
    bytes: () => {
      const whole = onePage('5 0 R', [stream(WORDS, '')]);
      const start = Number(/startxref\n(\d+)/.exec(whole.toString('latin1'))![1]);
      const looped = whole.toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R /Prev ${start}`);
      return Buffer.from(looped, 'latin1');
    },
    ends: 'drawn',
  },
  {
    title: 'arrays within arrays, a million deep',
    bytes: () => fileOf([CATALOG, `<< /Type /Pages /Kids ${'['.repeat(1_000_000)} /Count 1 >>`]),
    ends: 'damaged',
  },
  {
    title: 'an image of 60,000 by 60,000 pixels',
    bytes: () => {
      const image =
        '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode';
      const content = Buffer.from('q 500 0 0 500 0 0 cm /I Do Q');
      return onePage(
        '5 0 R',
        [stream(content, ''), stream(repeated(' ', 4096), image)],
        '/XObject << /I 6 0 R >>',
      );
    },
    ends: 'drawn',
  },
  {
    title: 'forty images of 8,000 by 8,000 pixels on a page',
    bytes: () => {
      const image =
        '/Type /XObject /Subtype /Image /Width 8000 /Height 8000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode';
      const names = Array.from({ length: 40 }, (_, at) => `/I${at} ${6 + at} 0 R`).join(' ');
      const drawn = Array.from({ length: 40 }, (_, at) => `q 500 0 0 500 0 0 cm /I${at} Do Q`).join(' ');
      const images = Array.from({ length: 40 }, (_, at) =>
        stream(repeated(String.fromCharCode(65 + at), 184), image),
      );
      return onePage('5 0 R', [stream(Buffer.from(drawn), ''), ...images], `/XObject << ${names} >>`);
    },
    ends: 'costly',
  },
  {
    title: 'an array of two million numbers',
    bytes: () => {
      const dash = `[${'1 '.repeat(2_000_000)}] 0 d 0 0 m 500 500 l S`;
      return onePage('5 0 R', [stream(Buffer.from(dash), '')]);
    },
    ends: 'drawn',
  },
  {
    title: 'a scan of a page in colour at 600 dpi, which is no bomb',
    bytes: () => {
      const image =
        '/Type /XObject /Subtype /Image /Width 4960 /Height 7016 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode';
      const content = Buffer.from('q 595 0 0 842 0 0 cm /I Do Q');
      return onePage(
        '5 0 R',
        [stream(content, ''), stream(repeated('white ', 100), image)],
        '/XObject << /I 6 0 R >>',
      );
    },
    ends: 'drawn',
  },
];
