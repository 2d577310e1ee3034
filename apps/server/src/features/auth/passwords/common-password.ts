import { dictionary } from '@zxcvbn-ts/language-common'

const COMMON_WORLD_PASSWORDS = dictionary['passwords-common'].slice(0, 3_000)
/**
 * Minimum length of a worldwide common password that is also rejected as the beginning of a longer password. Shorter ones often begin an
 * unrelated word.
 */
const MIN_PREFIX_CHARS = 5
/** Words on which common passwords in Brazil are based. */
const COMMON_BRAZILIAN_WORDS =
  `senha minhasenha novasenha mudar mudarsenha trocar trocarsenha acesso entrar segredo teste testando usuario admin
  administrador gerente vendas vendedor empresa loja trabalho escritorio sistema servidor suporte cliente brasil brazil brasileiro
  saopaulo riodejaneiro curitiba salvador fortaleza recife goiania brasilia bahia flamengo corinthians palmeiras santos vasco gremio
  inter internacional cruzeiro botafogo fluminense atletico galo mengao timao verdao deus deusefiel jesus jesuscristo senhor amor
  teamo meuamor familia felicidade saudade gratidao esperanca vitoria abencoado bencao futebol bola copa carnaval verao
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda domingo maria joao jose ana
  pedro paulo lucas gabriel rafael bruno felipe fernanda juliana amanda camila princesa bonita gatinha cachorro bomdia
  bemvindo obrigado qwert asdfg`.split(/\s+/)

const COMMON_PASSWORDS: ReadonlySet<string> = new Set([...COMMON_WORLD_PASSWORDS, ...COMMON_BRAZILIAN_WORDS])
const COMMON_PREFIXES: ReadonlySet<string> = new Set([
  ...COMMON_WORLD_PASSWORDS.filter((word) => word.length >= MIN_PREFIX_CHARS && /^[a-z]/.test(word)),
  ...COMMON_BRAZILIAN_WORDS,
])

const LETTER_SUBSTITUTIONS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

const removeAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const undoSubstitutions = (text: string): string =>
  text.replace(/[@431!0$57]/g, (character) => LETTER_SUBSTITUTIONS[character] ?? character)

/**
 * Whether a text is a typical suffix that users append to a word to satisfy password rules: no letters, and at most four digits or a common
 * sequence of digits.
 */
function isFiller(suffix: string): boolean {
  const digits = suffix.replace(/\D/g, '')
  return !/\p{L}/u.test(suffix) && (digits.length <= 4 || COMMON_PASSWORDS.has(digits))
}

/** Whether a password is very common, even with substituted or appended characters: `Senha@123`, `Br@sil2026!`, `P4ssw0rd#`. */
export function isCommonPassword(password: string): boolean {
  const normalized = removeAccents(password)
  if (COMMON_PASSWORDS.has(normalized) || COMMON_PASSWORDS.has(normalized.replace(/[^a-z0-9]/g, ''))) return true
  const start = normalized.replace(/^[^a-z@$]+/, '')
  return [normalized, start].some((text) => {
    for (let length = text.length; length >= 3; length--) {
      const word = text.slice(0, length)
      if ((COMMON_PREFIXES.has(word) || COMMON_PREFIXES.has(undoSubstitutions(word))) && isFiller(text.slice(length))) return true
    }
    return false
  })
}
