import leven from 'leven'
import { isKnown } from './known-words.ts'

/** How Brazilians shorten words when they type, and what they mean. */
const SHORT: ReadonlyMap<string, string> = new Map(
  (
    'vc:voce vcs:voces ce:voce q:que qto:quanto qnt:quanto qnto:quanto qd:quando qdo:quando qq:qualquer pq:porque ' +
    'tb:tambem tbm:tambem blz:beleza obg:obrigado obgd:obrigado obgda:obrigado obrigadinho:obrigado obrigadinha:obrigado ' +
    'brigadao:obrigado obrigadao:obrigado tks:obrigado thx:obrigado tmj:valeu brigado:obrigado brigada:obrigado vlw:valeu ' +
    'flw:falou hj:hoje amn:amanha qnd:quando vdd:verdade doc:documento docs:documentos td:tudo cmg:comigo pfv:por~favor ' +
    'pf:por~favor pls:por~favor pv:por~favor n1:ninguem ngm:ninguem tds:todos aki:aqui kero:quero qro:quero qria:queria ' +
    'msm:mesmo keria:queria ape:apartamento apto:apartamento ap:apartamento dps:depois msg:mensagem mto:muito mt:muito ' +
    'n:nao nn:nao naum:nao ss:sim eh:e ta:esta to:estou tou:estou tava:estava pra:para pro:para pras:para pros:para p:para ' +
    'end:endereco hr:horas hrs:horas hs:horas hora:horas vo:vou tel:telefone fone:telefone zap:whatsapp wpp:whatsapp ' +
    'whats:whatsapp cel:celular fds:fim~de~semana okay:ok okey:ok'
  )
    .split(' ')
    .map((pair) => pair.split(':').map((part) => part.replaceAll('~', ' ')) as [string, string]),
)

/** Words that the playbooks listen for; a word one slip away from one of them is read as it. */
const KEYWORD_LIST = (
  'obrigado obrigada tchau preco valor valores quanto endereco localizacao horario funciona ' +
  'funcionamento atendimento atendente pessoa humano gerente vendedor consultor corretor amanha ' +
  'segunda-feira quarta-feira quinta-feira sexta-feira sabado domingo proposta contrato desconto ' +
  'problema defeito quebrado quebrou atrasado atraso reclamacao cancelar cancelamento remarcar ' +
  'empresa familia orcamento caro concorrente agendar marcar reuniao urgente satisfeito satisfeita ' +
  'satisfacao excelente gostei adorei pessimo pessima horrivel fechado fechar beleza qualquer semana ' +
  'telefone celular whatsapp parcela parcelar entrada obrigacao depois tarde agora ainda claro ' +
  'financiamento financiar desmarcar reagendar imprevisto boleto documento desistir agendamento parcelamento insatisfeito insatisfeita contato declaracao'
).split(' ')
const KEYWORDS = new Set(KEYWORD_LIST)
const SHORTEST_MENDED = 5

const sorted = (word: string): string => [...word].toSorted().join('')

/** One letter too much, too few or wrong, or two that changed places; nobody slips on the first. */
const isSlip = (word: string, known: string): boolean =>
  word[0] === known[0] &&
  Math.abs(known.length - word.length) <= 1 &&
  (leven(word, known, { maxDistance: 2 }) <= 1 ||
    (leven(word, known, { maxDistance: 3 }) === 2 && sorted(word) === sorted(known)))

/** A word as it was meant: shortened forms written out, one slip of the fingers mended. A word or a name that there is stays what it is. */
export const mend = (word: string): string => {
  const meant = SHORT.get(word)
  if (meant !== undefined) return meant
  if (word.length < SHORTEST_MENDED || KEYWORDS.has(word) || /\d/.test(word) || isKnown(word)) return word
  return KEYWORD_LIST.find((known) => isSlip(word, known)) ?? word
}
