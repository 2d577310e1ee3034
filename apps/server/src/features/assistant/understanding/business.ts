import { bare } from './fold.ts'
import { isTradeWord, isWord } from './trade-words.ts'

const COUNTED: Readonly<Record<string, string>> = {
  'so eu': 'só a própria pessoa',
  'sou so eu': 'só a própria pessoa',
  'apenas eu': 'só a própria pessoa',
  'eu mesmo': 'só a própria pessoa',
  'trabalho sozinho': 'só a própria pessoa',
  'trabalho sozinha': 'só a própria pessoa',
}

/** How many people: '12 pessoas', 'somos 5', 'uns 30', 'entre 10 e 20', 'só eu'. A bare number counts only as an answer. */
export const teamSizeIn = (folded: string, answering: boolean): string | null => {
  const plain = bare(folded)
  const alone = Object.keys(COUNTED).find((phrase) => plain === phrase || plain.startsWith(`${phrase} `))
  if (alone) return COUNTED[alone] ?? null
  const between =
    /\b(?:entre )?(\d{1,5}) (?:e|a|ou|ate) (\d{1,5}) (?:pessoas|funcionarios|colaboradores|corretores|vendedores)?/.exec(
      `${plain} `,
    )
  if (between && (answering || /pessoas|funcionarios|colaboradores|corretores|vendedores/.test(plain)))
    return `de ${between[1]} a ${between[2]} pessoas`
  const named =
    /\b(\d{1,5}) (?:pessoas|funcionari[oa]s|colaborador\w*|corretor\w*|vendedor\w*|atendentes|medic\w+|profissionais|no time|na equipe)\b/.exec(
      plain,
    ) ?? /\b(?:somos|equipe de|time de|temos) (?:em |uns |umas |cerca de )?(\d{1,5})\b/.exec(plain)
  const bareNumber = answering ? /\b(\d{1,5})\b/.exec(plain) : null
  const count = (named ?? bareNumber)?.[1]
  if (count) return count === '1' ? '1 pessoa' : `${count} pessoas`
  if (!answering) return null
  if (/\b(pequena|pouca gente|poucos|poucas)\b/.test(plain)) return 'equipe pequena'
  if (/\b(grande|muita gente|muitos)\b/.test(plain)) return 'equipe grande'
  const spelled =
    /\b(uma|duas|dois|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|quinze|vinte|trinta|cinquenta|cem)\b/.exec(plain)
  return spelled ? `${spelled[1] === 'tres' ? 'três' : spelled[1]} pessoas` : null
}

const SCALE: Readonly<Record<string, string>> = {
  mil: ' mil',
  k: ' mil',
  milhao: ' milhão',
  milhoes: ' milhões',
  mi: ' milhões',
  reais: '',
  conto: '',
  contos: '',
}

const AMOUNT = '(\\d{1,3}(?:\\.\\d{3}){1,5}(?:,\\d{2})?|\\d+(?:[.,]\\d{1,2})?)'
const SCALES = '(mil(?:hao|hoes)?|k|mi|reais|contos?)'
const RANGE = new RegExp(`(?:entre|de) (?:r\\$ ?)?${AMOUNT} ?${SCALES}? (?:e|a|ate) (?:r\\$ ?)?${AMOUNT} ?${SCALES}?\\b`)
const IN_REAIS = new RegExp(`(?:r\\$ ?)${AMOUNT} ?${SCALES}?(?![a-z\\d])`)
const WITH_SCALE = new RegExp(`\\b${AMOUNT} ?${SCALES}(?![a-z])`)
const BARE = new RegExp(`\\b${AMOUNT}()\\b`)

/** Money as people write it: 'até R$ 500 mil', '2k por mês', '1,5 milhão'. A bare number of three digits or more counts as an answer. */
export const moneyIn = (folded: string, answering: boolean): string | null => {
  const range = RANGE.exec(folded)
  const isRent = /\bde (aluguel|mensalidade)\b|\b(por|ao) mes\b/.test(folded)
  const monthly = /\b(por|ao|no|\/) ?mes\b|\bmensa(l|is)\b|\/mes/.test(folded) ? ' por mês' : ''
  const write = (number: string, unit: string | undefined) => `R$ ${number}${SCALE[unit ?? ''] ?? ''}`
  if (range?.[1] && range[3] && (range[2] ?? range[4] ?? (answering || folded.includes('r$'))))
    return `entre ${write(range[1], range[2] ?? range[4])} e ${write(range[3], range[4])}${monthly}`
  const one = IN_REAIS.exec(folded) ?? WITH_SCALE.exec(folded) ?? (answering || isRent ? BARE.exec(folded) : null)
  if (!one?.[1] || (!one[2] && !folded.includes('r$') && one[1].replace(/\D/g, '').length < 3)) return null
  const limit = /\b(ate|no maximo|maximo de|no max)\b|\bnao\b.{0,20}\bmais (de|que)\b/.test(folded)
    ? 'até '
    : /\b(a partir|no minimo|mais de)\b/.test(folded)
      ? 'a partir de '
      : ''
  return `${limit}${write(one[1], one[2])}${monthly}`
}

/** How soon: a few spans in words that fit 'para …'. */
export const timingIn = (folded: string): string | null => {
  const spans: ReadonlyArray<readonly [RegExp, string]> = [
    [
      /\b(urgente|urgencia|o quanto antes|o mais rapido|imediat\w+|para ontem|agora mesmo|(e|para) ja|logo|asap)\b|^ja\b(?! (para|em)\b)/,
      'o quanto antes',
    ],
    [/\bhoje\b/, 'hoje'],
    [/\bamanha\b/, 'amanhã'],
    [/\b(essa|esta|nessa|nesta) semana\b/, 'esta semana'],
    [/\b(semana que vem|proxima semana)\b/, 'a semana que vem'],
    [/\b(esse|este|nesse|neste) mes\b/, 'este mês'],
    [/\b(mes que vem|proximo mes)\b/, 'o mês que vem'],
    [/\b(esse|este|nesse|neste) ano\b|\bate o (fim|final) do ano\b|\b(fim|final) do ano\b/, 'este ano'],
    [/\b(ano que vem|proximo ano)\b/, 'o ano que vem'],
    [
      /\b(sem pressa|nao tenho pressa|nao tem pressa|com calma|quando (eu )?(der|puder|de|pude)|so pesquisando|estou pesquisando|so olhando)\b/,
      'mais adiante, sem pressa',
    ],
  ]
  const span = spans.find(([pattern]) => pattern.test(folded))
  if (span) return span[1]
  const counted = /\b(\d{1,3}|uma|duas|dois|tres|quatro|seis) (dias?|semanas?|mes|meses|anos?)\b/.exec(folded)
  if (counted) return `daqui a ${counted[1] === 'tres' ? 'três' : counted[1]} ${counted[2] === 'mes' ? 'mês' : counted[2]}`
  const month = /\b(janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\b/.exec(folded)
  return month?.[1] ? (month[1] === 'marco' ? 'março' : month[1]) : null
}

const OPENINGS =
  /^(?:(?:oi+|ol[aá]|opa|bom dia|boa tarde|boa noite|tudo bem|então|entao|bem|é que|eh que|eu|j[aá] (?:falei|disse|expliquei)|olha|ent)[\s,.!?]*)+/iu
const WISHES =
  /^(?:(?:eu\s+)?(?:quero|queria|preciso(?: de)?|gostaria de|tô|to|tou|estou|tava|tenho interesse (?:em|no|na|nos|nas)|procuro|busco|kero|querendo|procurando|buscando|atrás de|saber (?:mais )?(?:sobre|do|da)|comprar|ver|um orçamento (?:de|para|pra)|interessad[oa] (?:em|no|na)|vi (?:o|um) an[uú]ncio d[aoe](?:sse|ssa|ste|sta)?)\s+)+/iu

/** 'Me chamo Bruno e' before what is wanted. */
const INTRODUCTION =
  /^(?:na verdade[\s,]*)?(?:eu\s+)?(?:me chamo|meu nome (?:é|e|eh)|aqui (?:é|e|eh) (?:a|o)?|sou (?:a|o))\s+\p{L}+(?:\s+\p{Lu}\p{L}+)*(?:\s*[,.;]\s*(?:e\s+)?|\s+e\s+)/iu

/** The text without a greeting before it. */
export const withoutGreeting = (raw: string): string => raw.trim().replace(OPENINGS, '')

/** What the lead is after, without the wish and what stands before it: 'oi, quero alugar um apê' → 'alugar um apê'. */
export const needIn = (raw: string): string => {
  const stripped = raw
    .trim()
    .replace(OPENINGS, '')
    .replace(INTRODUCTION, '')
    .replace(/^.*?[,.;!]\s*(?=(?:eu )?(?:quero|queria|preciso|gostaria|procuro|busco|t[oô]|estou))/iu, '')
  const bought = /\bcomprar\b/iu.test(stripped.split(' ').slice(0, 4).join(' '))
  const need = stripped
    .replace(WISHES, '')
    .replace(/^com\s+/iu, '')
    .replace(/(?<![\s.!?])[\s.!?]+$/u, '')
    .trim()
  if (need === '') return ''
  const lowered = /^\p{Lu}\p{Ll}/u.test(need) ? need[0]?.toLocaleLowerCase('pt-BR') + need.slice(1) : need
  return bought && !/^comprar\b/u.test(lowered) ? `comprar ${lowered}` : lowered
}

/** True when the line tells of a wish, whatever was asked. */
export const tellsNeed = (folded: string): boolean =>
  /\b(quero|queria|preciso|gostaria|procuro|procurando|busco|buscando|tenho interesse|interessad[oa]|estou atras|atras de|vi (o|um) anuncio d\w+)\b.{4,}/.test(
    folded,
  )

const FILLER =
  /^((oi|ola|opa|voltei|cheguei|pronto|entao|beleza|ok|sim|nao|certo|claro|isso|hum+|ah|eh|e|ai|bom|bem|tudo|vamos|la|eu|aqui|estou|espera|so|um|minuto|desculpa|demora|a|pode|ser|legal|show|top|perfeito|otimo|obrigad[oa]|valeu|boa|dia|tarde|noite|como|vai|com|voce|voces|esta|meu|minha|caro|gente|pessoal|alo|hey)( |$))+$/

/** Enough of an answer to be kept as one: words, not mashed keys, signs, or sounds that mean nothing. */
export const saysSomething = (folded: string): boolean => {
  const words = bare(folded)
    .split(' ')
    .filter((word) => /\p{L}{2}/u.test(word))
  if (words.length === 0 || FILLER.test(bare(folded))) return false
  const readable = words.filter((word) => isTradeWord(word) || (/[aeiouy]/.test(word) && !/[bcdfghjklmnpqrstvwxz]{5}/.test(word)))
  return readable.length * 2 > words.length && (words.length > 1 || (words[0] ?? '').length >= 4) && words.some(isWord)
}

const MURMUR =
  /^(k+|rs+|(ha)+h?|(he)+|hum+|hm+|ah+|oh+|ata|entendi|sei|aham|uhum|ne|nossa|eita|poxa|vixe|uai|ue|tendi|saquei|bom|saber|ok|beleza|sim|certo|esta|isso|bem|e|viu|tranquil[oa]|segredo|alo|joia|massa|legal|show|top|obrigad[oa]|valeu|d+|p)$/

/** A line that neither tells nor asks anything: a murmur, a laugh, a face. */
export const isMurmur = (folded: string): boolean => {
  const words = bare(folded).split(' ')
  return words.every((word) => word === '' || MURMUR.test(word)) || (FILLER.test(words.join(' ')) && words.length <= 3)
}
