import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const TESTING = join(import.meta.dirname, 'testing')
/** What drives them, `dialogue.ts`, may follow the code that it drives. */
const AS_THEY_WERE = new Map([
  ['dialogues-closer.ts', 'c41e9005e04dd99ba9943c3262c3bc1191b3b2063773c105a8339987e06813fc'],
  ['dialogues.ts', '5b03e045cb63154d6b1cdadceece74ef8eae5c59f510c7155240bb1399884181'],
  ['injections.ts', 'ce067b890c46e7b75aa18116055111e06ce9839ca7a4660e5c68d4c4c074b0dd'],
  ['model-injections.ts', '6856bff936cf1b02ce89a5fae9fc175d5b0bd49d376922ca3b19d05a9abc28ad'],
  ['told-answers.ts', 'f8006ade296a1d30c38f285d8df7745d0e97cf2cb1ff0b142050a8d557567851'],
  ['told-care.ts', '8976156853ecabd46ddca0ac8b3f6c885bb2d4ae8dfd20b44fd26929a23ea497'],
  ['told-danger.ts', '525310578d382a38144ae71b54c4b7dd54765fa79916e2bdf3e135cd4d0d1ef2'],
  ['told-dates.ts', 'a7b9c1de87fd66e43fb252cd78b3092763f52f4f1658b047f84d7b38803bceb5'],
  ['told-persons.ts', 'd88885b3cf4fd2d0662419158a80d431bda3870c63e5b425c0ac444fcaffc7af'],
  ['told-plans.ts', '1c230120fb73ccd20834739279af1e1c7921fd1f3bbb945dde914acc29a13b48'],
  ['told-wishes.ts', '75da2c956d96fe92e9358684cf0f54e091817325948eb27cad1b7f136704ce59'],
  ['told-worries.ts', 'dd74f31fde2a2ca10cc9a94a09b905a99ac6f9cf2c9cc32116399d1bff3f3eb1'],
  ['told.ts', 'e6aca5dcfedd4a053b8f9dc95358066c69b3f9c23b47f3027f427ab4079b34b2'],
])

it.each([...AS_THEY_WERE])('GUARD-26 the table %s is byte for byte that of before the rebuilding', (file, sha256) => {
  expect(
    createHash('sha256')
      .update(readFileSync(join(TESTING, file)))
      .digest('hex'),
  ).toBe(sha256)
})
