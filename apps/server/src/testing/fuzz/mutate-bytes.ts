import fc from 'fast-check'

/** One change to bytes. Places are counted modulo the length, so that every recipe fits every file. */
export type Mutation =
  | { readonly kind: 'flip'; readonly at: number; readonly bit: number }
  | { readonly kind: 'set'; readonly at: number; readonly value: number }
  | {
      readonly kind: 'number'
      readonly at: number
      readonly width: 2 | 4 | 8
      readonly value: bigint
      readonly isLittle: boolean
    }
  | { readonly kind: 'cut' | 'remove' | 'zero'; readonly at: number; readonly length: number }
  | { readonly kind: 'repeat'; readonly at: number; readonly length: number; readonly times: number }
  | { readonly kind: 'swap'; readonly at: number; readonly to: number; readonly length: number }
  | { readonly kind: 'insert'; readonly at: number; readonly bytes: readonly number[]; readonly times: number }

/** Largest file that mutations make: an honest file of 1 MB takes a reader longer than one that is to be quick. */
const MAX_BYTES = 64 * 1024
/** Values at which lengths and counts go wrong. */
const EDGE_VALUES = [0, 1, 0x7f, 0x80, 0xff, 0x7f_ff, 0xff_ff, 0x7f_ff_ff_ff, 0x80_00_00_00, 0xff_ff_ff_f0, 0xff_ff_ff_ff]
/** Pieces that readers take for structure: separators of tables, brackets, marks of containers, and blanks. */
const STRUCTURE_PIECES = [
  '"',
  '";"',
  '\n',
  '\r\n',
  '\n\n',
  ' ',
  '\t',
  ',',
  ';',
  '<',
  '<b>',
  '</',
  '&',
  '<table><tr><td>',
  '[',
  '<<',
  '(',
  '%',
  '/Kids [1 0 R]',
  'PK\u0003\u0004',
  'OggS',
  'ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0000',
  '\u0000\u0000\u0000\u0008free',
  '\u0000\u0000\u0000\u0000trak',
  '\u00ff\u00f1',
  'P: ',
  '\nR: ',
  '# ',
  '. ',
  '1.',
  '\ufeff',
].map((piece) => [...Buffer.from(piece, 'latin1')])

const byteOffset = fc.nat(MAX_BYTES)
const shortLength = fc.integer({ min: 1, max: 64 })
const anyLength = fc.oneof(shortLength, fc.integer({ min: 65, max: 4_096 }), fc.constant(MAX_BYTES))
const repeatCount = fc.oneof(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 17, max: 1_000 }), fc.constant(20_000))
const mutationKind = <K extends Mutation['kind']>(...kinds: [K, ...K[]]) => fc.constantFrom(...kinds)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: mutationKind('flip'), at: byteOffset, bit: fc.nat(7) }),
  fc.record({ kind: mutationKind('set'), at: byteOffset, value: fc.nat(255) }),
  fc.record({
    kind: mutationKind('number'),
    at: byteOffset,
    width: fc.constantFrom(2 as const, 4 as const, 8 as const),
    value: fc.oneof(
      fc.constantFrom(...EDGE_VALUES.map(BigInt)),
      fc.constant(2n ** 63n),
      fc.constant(2n ** 64n - 1n),
      fc.bigInt(0n, 2n ** 32n),
    ),
    isLittle: fc.boolean(),
  }),
  fc.record({ kind: mutationKind('cut', 'remove', 'zero'), at: byteOffset, length: anyLength }),
  fc.record({ kind: mutationKind('repeat'), at: byteOffset, length: anyLength, times: repeatCount }),
  fc.record({ kind: mutationKind('swap'), at: byteOffset, to: byteOffset, length: shortLength }),
  fc.record({ kind: mutationKind('insert'), at: byteOffset, bytes: fc.constantFrom(...STRUCTURE_PIECES), times: repeatCount }),
)

/** Recipes of one to five changes. */
export const mutationRecipes: fc.Arbitrary<readonly Mutation[]> = fc.array(mutation, { minLength: 1, maxLength: 5 })

/** Returns bytes after a recipe's changes, cut at 64 kB. */
export const mutateBytes = (bytes: Buffer, recipe: readonly Mutation[]): Buffer =>
  recipe.reduce((changed, each) => applyMutation(changed, each).subarray(0, MAX_BYTES), bytes)

function applyMutation(bytes: Buffer, change: Mutation): Buffer {
  if (bytes.length === 0) return bytes
  const at = change.at % bytes.length
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (change.kind) {
    case 'flip':
      return overwrite(bytes, at, [(bytes[at] ?? 0) ^ (1 << change.bit)])
    case 'set':
      return overwrite(bytes, at, [change.value])
    case 'number': {
      const number = Buffer.alloc(8)
      number.writeBigUInt64BE(BigInt.asUintN(64, change.value))
      const big = number.subarray(8 - change.width)
      return overwrite(bytes, at, change.isLittle ? big.reverse() : big)
    }
    case 'cut':
      return before
    case 'remove':
      return Buffer.concat([before, after.subarray(change.length)])
    case 'zero':
      return overwrite(bytes, at, Buffer.alloc(Math.min(change.length, after.length)))
    case 'repeat':
      return Buffer.concat([before, repeatPiece(after.subarray(0, change.length), change.times), after])
    case 'swap': {
      const to = change.to % bytes.length
      const [one, other] = [bytes.subarray(at, at + change.length), bytes.subarray(to, to + change.length)]
      return overwrite(overwrite(bytes, at, other), to, one)
    }
    case 'insert':
      return Buffer.concat([before, repeatPiece(Buffer.from(change.bytes), change.times), after])
  }
}

/** Repeats a piece, up to 64 kB of it. */
const repeatPiece = (piece: Buffer, count: number): Buffer => Buffer.alloc(Math.min(piece.length * count, MAX_BYTES), piece)

function overwrite(bytes: Buffer, at: number, piece: ArrayLike<number>): Buffer {
  const changed = Buffer.from(bytes)
  changed.set(Array.from(piece).slice(0, changed.length - at), at)
  return changed
}
