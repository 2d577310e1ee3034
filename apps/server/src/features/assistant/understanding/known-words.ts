import { createRequire } from 'node:module'
import type * as Portuguese from '@zxcvbn-ts/language-pt-br'

/** A word without accents, in lower case. */
export const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Large, and nobody waits for it at a start. */
const dictionary = () => (createRequire(import.meta.url)('@zxcvbn-ts/language-pt-br') as typeof Portuguese).dictionary

/** A set that is built when it is first asked for. */
const later = (list: () => readonly string[]): (() => ReadonlySet<string>) => {
  let words: ReadonlySet<string> | null = null
  return () => {
    words ??= new Set(list())
    return words
  }
}

/** How people are called at home, and names that the list has not. */
const NICKNAMES =
  'ze zeca zezinho tonho toninho tonico chico chiquinho beto betinho betao guto gugu duda dudu edu cadu kadu rafa rafinha gabi gabs bibi bia bela bel belinha ' +
  'mari malu nanda fer fe fefe dani danny tati tata carol carolzinha lari larinha lu luh lulu lili jaque jack jaqueline cris kris leo leozinho leleo nando ' +
  'fabi fabinho fabao rick riquinho ricardinho rodrigao digo diguinho guga caca cacau juju ju jo joca juca quim quinho nena neto netto junior juninho ' +
  'jota tiao tiaozinho nete nel nelsinho mel mell manu maju marcinha marcinho paulinho paulinha pedrinho pedrao luizinho carlinhos serginho jorginho rosinha ' +
  'aninha claudinha fernandinha lelê leka lele kaka keka kelly kel keila nay nati naty nath vivi vih vic vicky vini vinny val valzinha vavá wal wesley wes ' +
  'xande xandy yas yasmin zezé zezinha zuza tuca tete teca teka tina titi toti ro rosi rosangela rute sandrinha sil silvinha simo sol solange su suzi suh ' +
  'mirela marlene cleide neide dalva nair iara lindinalva socorro cida cidinha penha dorinha dora dirce alzira zulmira iracema jussara josi josy joana ney nei raul rui ruy otto olga ivo ivan ' +
  'tom lena noah graca esperanca flor sol bosco fausto gael horacio lino viola aurora violeta norma theo ravi maite'

const names = later(() => [...dictionary()['firstnames-pt-br'], ...NICKNAMES.split(' ')].map(plain))
const surnames = later(() => dictionary()['lastnames-pt-br'].map(plain))
/** Words of films' subtitles, most used first: what people say to each other. */
const common = later(() => dictionary()['commonWords-pt-br'].map(plain))

/** A first name, or what one is called by. */
export const isFirstName = (word: string): boolean => names().has(plain(word))
export const isSurname = (word: string): boolean => surnames().has(plain(word)) || isFirstName(word)
/** A word of the language, as it is written. */
export const isCommonWord = (word: string): boolean => common().has(plain(word))
/** Anything that is somebody's name or a word already, and so no slip of the fingers. */
export const isKnown = (word: string): boolean => isCommonWord(word) || isSurname(word)
