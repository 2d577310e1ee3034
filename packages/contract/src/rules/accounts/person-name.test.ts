import { expect, it } from 'vitest'
import { getFirstName, getInitials, personName } from './person-name.ts'

const messagesOf = (value: string) => personName.safeParse(value).error?.issues.map(({ message }) => message)

it('NAME-01 CONST-19 takes 2 to 100 characters: 1 and 101 fail, 2 and 100 pass', () => {
  expect(['A', 'Al', 'a'.repeat(100), 'a'.repeat(101)].map((name) => personName.safeParse(name).success)).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(personName.safeParse(' A ').success).toBe(false)
})

it.each(["Ana-Maria D'Ávila", 'João Conceição', 'Zoë', 'Núñez'])('NAME-02 takes %s', (name) => {
  expect(personName.parse(name)).toBe(name)
})

it.each(['ana@example', 'Ana 2', 'Ana_Maria', 'Ana.', '😀😀'])(
  'NAME-02 refuses %s: letters, spaces, hyphens, apostrophes',
  (name) => {
    expect(personName.safeParse(name).success).toBe(false)
  },
)

it('NAME-03 speaks English (G29)', () => {
  expect(messagesOf('A')).toEqual(['Name must be at least 2 characters'])
  expect(messagesOf('a'.repeat(101))).toEqual(['Name must be at most 100 characters'])
  expect(messagesOf('Ana2')).toEqual(['Name can only contain letters, spaces, hyphens and apostrophes'])
})

it('makes initials of the first and the last word, one of a single word, none of nothing', () => {
  expect(['Ana Beatriz Souza', 'ana', 'Érica de Ávila', '  Zé   Silva ', ''].map(getInitials)).toEqual([
    'AS',
    'A',
    'ÉÁ',
    'ZS',
    '',
  ])
})

it.each([
  ['Ana Beatriz Souza', 'Ana'],
  ['  João\tda Silva', 'João'],
  ['Zé', 'Zé'],
  ['', ''],
])('the first name of %j is %j', (name, first) => {
  expect(getFirstName(name)).toBe(first)
})
