/** What a line says of an appointment that stands: that it falls, moves, or begins later. Read clause by clause, on folded text. */
export type Plan = 'cancel' | 'cancelIt' | 'reschedule' | 'late'

export const APPOINTMENT =
  '(?:reuniao|visita|consulta|horario|conversa|agendamento|exame|encontro|retorno|compromisso|avaliacao|sessao|vistoria|demonstracao|atendimento)'
const DAY =
  '(?:hoje|amanha|depois de amanha|domingo|segunda|terca|quarta|quinta|sexta|sabado|seg|ter|qua|qui|sex|sab|dom|dia \\d|semana que vem|proxima semana|outra semana|mes que vem|fim de semana|feriado)'
const DETERMINERS = '(?:(?:o|a|os|as|de|meu|minha|esse|essa|este|esta|nosso|nossa|isso|tudo|aquela|aquele) )*'
/** Where something is moved to: a day, an hour, or only 'later'. Not a house, nor a person. */
const A_TIME = `(?:o |a |as |os )?(?:outr[oa] (?:dia|hor|data|semana)|${DAY}|\\d|meio|manha|tarde|noite|mais (?:tarde|cedo|para)|depois|uma? (?:hora|dia)|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|final|fim|comeco|inicio)`

/** What may stand behind 'não vou poder ir', where it is the appointment that is not gone to: not 'ir de carro'. */
const NOT_GONE_TO = `(?= ?$|[.,!?]| (?:mais|ai|la|entao|infelizmente|por|porque|pois|que|desculp\\w+|viu|obrigad\\w+|pessoalmente|(?:n[ao] |a |o |ao |ness[ea] |nest[ea] |ess[ea] |est[ea] )*(?:${DAY}|${APPOINTMENT}|dia|horas|data)|as \\d|de manha|a tarde|a noite)\\b)`
const GOES = '(?:ir|comparecer|aparecer|estar (?:la|ai|presente))'
const CANNOT =
  '(?:vou|vai|vamos|irei|posso|pode|podemos|consigo|consegue|da|tem como)(?: mais)?(?: para)?(?: poder| conseguir)?(?: mais)?'

/** Somewhere to be at that time: what one remembers, and then cannot come. */
const BUSY = `(?:compromisso|viagem|viajar|medic[oa]|dentista|prova|aula|trabalho|trabalhar|plantao|casamento|aniversario|exame|festa|evento|culto|outr[oa] (?:consulta|reuniao)|consulta|reuniao|nesse (?:dia|horario)|nessa hora|(?:nesse|esse) dia)`

const CANCELS: readonly RegExp[] = [
  /\b(desmarc(a|o|ar|amos|ando)|desmarqu(e|em|ei))\b/,
  new RegExp(`\\b(cancel|suspend)(?!aram|ou|ada|ado)\\w+ ${DETERMINERS}${APPOINTMENT}\\b`),
  new RegExp(`\\bnao ${CANNOT} ${GOES}\\b${NOT_GONE_TO}`),
  new RegExp(
    `\\bnao (?:vou|vai|vamos|irei) (?:poder|conseguir)(?= ?$|[.,!?]| (?:(?:n[ao] |ness[ea] |nest[ea] |ess[ea] )*(?:${DAY}|dia|mais)\\b(?! \\p{L}+r\\b)))`,
    'u',
  ),
  new RegExp(`\\bnao vai (?:dar|rolar)(?: mais)?(?= ?$|[.,!?]| para (?:eu|mim|ir)\\b| (?:n[ao] )?${DAY}\\b)`),
  new RegExp(`\\bnao vou mais(?= ?$|[.,!?]| ${GOES}\\b${NOT_GONE_TO}| (?:n[ao] )?(?:${DAY}|${APPOINTMENT})\\b)`),
  new RegExp(`\\bnao vou (?:n?a|no) ${APPOINTMENT}\\b`),
  /\b(tive|surgiu|apareceu|aconteceu) (um |uns )?(imprevistos?|compromisso)\b|\bimprevisto\b/,
  new RegExp(`\\bnao (?:quero|preciso) mais (?:(?:da|a|o|de|marcar|ir|na) )*${APPOINTMENT}\\b`),
]
const CANCELS_WHATEVER_STANDS: readonly RegExp[] = [
  new RegExp(`\\b(?:lembrei|esqueci)(?: de)? que .{0,25}\\b(?:tenho|tem|vou|marquei)\\b.{0,25}\\b(?:${BUSY}|${DAY})\\b`),
  /^(e |oi |na verdade |entao |pode |quero |queria |preciso |favor |por favor |acho que |vou )*(cancela|cancelar|cancele|cancelem)( por favor| ai| tudo| para mim| isso| entao)*$/,
  /^(ah |olha |na verdade |entao |acho que |eu )*(vou |quero |prefiro )*(desisto|desisti|desistir)( disso| mesmo| entao| d[ao] (visita|consulta|reuniao))*$/,
  /^(ah |olha |na verdade |entao |acho que |eu )*nao (precisa|preciso|quero) mais( nao| obrigad[oa]| valeu)*$/,
]
const MOVES: readonly RegExp[] = [
  /\b(remarc|reagend)(?!aram|ou|ada|ado)\w*\b/,
  new RegExp(`\\b(mud|troc|alter|adi|antecip)(?!ou|aram)\\w+ ${DETERMINERS}(?:dia|data|horas?|${APPOINTMENT})\\b`),
  /\b(adiar|adia|adie|antecipar|antecipa|antecipe)\b/,
  new RegExp(`\\b(mud|troc|pass|alter|jog|empurr|transf|deix)(?!ou|aram)\\w+ (?:\\w+ ){0,5}?(?:para|por) ${A_TIME}`),
]
/** These ask with a 'não', or need no word for it. */
const MOVES_HOWEVER_SAID: readonly RegExp[] = [
  /\boutro (dia|horario)\b(?! \w+(ei|ou)\b)|\boutra (data|hora|horas)\b/,
  /\b(esse|nesse|este|neste) (dia|horario) nao\b|\bnao (posso|da|consigo|vou poder) (mais )?(nesse|esse|neste|este) (dia|horario)\b/,
  /\b(mais cedo|mais tarde) (da|tem|pode|consegue)|\b(da|tem como|pode|consegue|poderia|podia) (para )?(ser|vir|ir) (um pouco |um pouquinho )?mais (cedo|tarde)\b/,
]
/** On the way, but late; not 'estou atrasado com o boleto', nor an order that is late. */
const RUNS_LATE: readonly RegExp[] = [
  /\b(vou|vamos|devo|posso|acho que vou) (me )?(atrasar|chegar (?:uns? |um pouco |um pouquinho |\d+ \w+ |meio ){0,3}(atrasad[oa]s?|depois|tarde\b))|\b(atrasarei|me atrasei)\b|\b(estou|estamos) (?:um pouco |uns? |\d+ \w+ |meio ){0,3}atrasad[oa]s?(?! (com|no|na|nos|nas|em|de)\b)/,
]

/** 'Não precisa remarcar', 'não vou cancelar': the wish is turned down before it is said. */
const DENIED_BEFORE =
  /\b(nao|nem|nunca)( (precis\w+|quer\w*|vou|vai|vamos|iria|pretendo|penso|e|seria|gostaria|tem|ha|necessidade|faz|sentido|estou|dizendo|falei|pedi|disse))*( de| que| em| para)? ?$/
/** 'Cancela não'. */
const DENIED_AFTER = /^ ?nao\b/
/** 'E se eu precisar cancelar?' asks; 'se der, remarca' does not. */
const CONDITION = /\b(se|caso)\b(?! (der|puder\w*|possivel|for possivel|poss\w+)\b)/

const CLAUSES = /[.,;!?]| \b(?:mas|porque|pois|so que)\b /

/** True when a clause means it: neither denied nor supposed. */
const isMeant = (clause: string, pattern: RegExp): boolean => {
  const found = pattern.exec(clause)
  if (!found) return false
  const [before, after] = [clause.slice(0, found.index), clause.slice(found.index + found[0].length)]
  return !(DENIED_BEFORE.test(before) || DENIED_AFTER.test(after) || CONDITION.test(before))
}

/** What a folded line means for an appointment. */
export const plansIn = (folded: string): Plan[] => {
  const clauses = folded.split(CLAUSES).map((clause) => clause.trim())
  const means = (patterns: readonly RegExp[]) => clauses.some((clause) => patterns.some((pattern) => isMeant(clause, pattern)))
  const found: Array<[Plan, boolean]> = [
    ['cancel', means(CANCELS)],
    ['cancelIt', means(CANCELS_WHATEVER_STANDS)],
    ['late', means(RUNS_LATE)],
    ['reschedule', means(MOVES) || MOVES_HOWEVER_SAID.some((pattern) => pattern.test(folded))],
  ]
  return found.filter(([, isSaid]) => isSaid).map(([plan]) => plan)
}
