// What the address says about requests: which are listed, and the one at the side.

export interface DeskRequestSearch {
  which?: 'all';
  request?: string;
}

export function readDeskRequestSearch({ which, request }: Record<string, unknown>): DeskRequestSearch {
  return {
    ...(which === 'all' ? { which } : {}),
    ...(typeof request === 'string' && request !== '' ? { request } : {}),
  };
}
