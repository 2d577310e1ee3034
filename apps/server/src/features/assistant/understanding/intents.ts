import { affirmed, denied } from './clauses.ts'
import { despairIn, emergencyIn, fireIn, leakIn, unwellIn } from './danger.ts'
import { saysFarewell } from './farewell.ts'
import { bare } from './fold.ts'
import { foreignIn } from './language.ts'
import { offTopicIn } from './off-topic.ts'
import { type Plan, plansIn } from './plans.ts'
import { refusalIn } from './refusal.ts'
import { botIn, whenStandsIn, whoIn } from './self.ts'
import { steersIn } from './steering.ts'
import { angryIn, insultIn } from './temper.ts'
import { byTextIn, mayStopIn, personIn, privacyIn, retractIn, stopIn } from './wishes.ts'
import { wordSet } from './words.ts'

const MEETING =
  /\b(agendar|marcar|marca|agenda|agendamento) (uma? |o |a |de )*(visita|reuniao|consulta|conversa|horario|avaliacao|demonstracao|demo|call|ligacao|bate[- ]papo|apresentacao)\b|\b(quero|queria|gostaria de|preciso|preciso de|fazer|faz) (fazer )?(um )?agendamento\b|\b(quero|queria|gostaria de|posso|podemos|da para|vamos|preciso|como faco para) (agendar|marcar|conhecer o imovel|fazer uma visita|visitar)\b|^(agendar|marcar|agendamento)$|^(e |entao |sim |ok |esta |bom |pode |ai )*marca(r)?( ai| sim| entao| para mim)*$/

/** 'Não quero marcar nada'. */
export const refusesMeeting = (folded: string): boolean => denied(folded, MEETING)

/** What a line of the lead may mean, whatever was asked. Patterns and readers run on folded text (no accents, lower case). */
const INTENTS = {
  emergency: emergencyIn,
  despair: despairIn,
  /** Not well, and perhaps worse. */
  unwell: unwellIn,
  leak: leakIn,
  fire: fireIn,
  privacy: privacyIn,
  stop: stopIn,
  mayStop: mayStopIn,
  /** No calls, please. */
  byText: byTextIn,
  retract: retractIn,
  outside: steersIn,
  offTopic: offTopicIn,
  person: personIn,
  bot: botIn,
  who: whoIn,
  whenStands: whenStandsIn,
  insult: insultIn,
  angry: angryIn,
  refusal: refusalIn,
  price:
    /\b(preco|precos|precinho|tabela de (preco|valor)\w*|mensalidade|quanto (custa|custam|fica|ficaria|e|sai|sairia|esta|cobra\w*|seria|vale|pago|pagaria)|(qual|quais|saber|sobre|me passa|passa|me fala|tem) (o |os |e o |sao os |seria o )*(valor|valores|custo)|quanto\?|(fazer|faz|fazem|passar|pedir|solicitar|quero|queria|gostaria de|mandar?) (um )?orcamento)\b|^(valor|valores|quanto|e o valor|o valor|custo)\??$/,
  how: /\b(como (que )?(isso |e que )?funciona\w*|como e (o servico|o processo|que e)|o que (e que )?voces (fazem|oferecem|vendem|tem)|(saber|entender|conhecer|queria) mais( sobre)?|mais informac\w+|me explica\w*|quais (os )?servicos)\b/,
  hours:
    /\b(horarios? de (atendimento|funcionamento)|(que|qual) (horas|horario|o horario) (que )?(voces |de voces|abre\w*|fecha\w*|atend\w+|funciona\w*|vai ate)|que horas (voces )?(abre|abrem|fecha|fecham|atendem)|(abrem?|atendem?|funcionam?) (de |aos |ao |no |na |em |ate |hoje|dia )*(sabado|domingo|feriado|fim de semana|que horas|hoje|noite)|estao abertos|ate que horas)\b/,
  address:
    /\b(endereco|onde (que )?(fica|ficam|voces (ficam|estao|atendem)|e a (loja|clinica|imobiliaria|sede|empresa)|estao localizad\w+)|fica onde|ficam onde|como (eu )?(chego|chegar|faco para chegar)|qual (o )?bairro (de )?voces|localizacao de voces|me manda a localizacao)\b/,
  meeting: (folded) => affirmed(folded, MEETING) !== null,
  later:
    /\b(agora nao (posso|da|consigo)|nao posso (falar )?agora|(depois|mais tarde|daqui a pouco|ja ja) (eu )?(te )?(falo|respondo|chamo|retorno|volto|vejo|conversamos|nos falamos)|estou (ocupad[oa]|em reuniao|no transito|dirigindo|no trabalho|trabalhando)|te (chamo|respondo|retorno|falo) (depois|mais tarde|amanha))\b/,
  thanks: /\b(obrigad[oa]s?|valeu|agradec\w+|grat[oa]|gratidao|thanks)\b/,
  bye: /\b(tchau|ate (mais|logo|breve|amanha|a proxima|la)|falou|fui|abracos?|xau|adeus|bye|tenha um(a)? (bo[am] |otim[oa] )?(dia|tarde|noite|semana))\b|^(boa noite|bom descanso)$/,
  foreign: foreignIn,
  greeting:
    /^((tem |oi,? )?(alguem|gente)( ai| por ai| aqui)?\??$|alguem (ai|por ai|aqui)|voce esta ai|cade voce|oi+e*|ola|opa|e ai|eai|iai|hey|hi|hello|alo|bom dia|boa tarde|boa noite|tudo (bem|bom|certo)|salve|fala|oie)\b/,
} as const satisfies Readonly<Record<string, RegExp | ((folded: string) => boolean)>>

/** What is told by likeness to examples alone. */
type Likened = 'violence' | 'partnerViolence' | 'childAtRisk' | 'hardNews' | 'noDanger'
export type Intent = keyof typeof INTENTS | Plan | Likened

/** A wish for a day greets at first and says goodbye later. */
const farewellsOf = (folded: string): Intent[] => {
  const said = saysFarewell(folded)
  return said === null ? [] : said === 'wish' ? ['greeting', 'bye'] : ['bye']
}

/** Everything that the folded line means: by the table above, for an appointment, and as a goodbye. */
export const intentsOf = (folded: string): Intent[] => {
  const plain = bare(folded)
  const words = (Object.keys(INTENTS) as Array<keyof typeof INTENTS>).filter((intent) => {
    const means = INTENTS[intent]
    return means instanceof RegExp ? means.test(folded) || means.test(plain) : means(folded)
  })
  return [...new Set<Intent>([...words, ...plansIn(folded), ...farewellsOf(folded)])]
}

/** A line of nothing but these is a yes. */
const YES_WORDS = wordSet('yes')
/** A line that begins with one of these is a yes, unless it holds something back. */
const BEGINS_YES =
  /^(sim|s|si|claro|com certeza|certeza|pode|pode ser|podemos|isso|exato|exatamente|correto|certo|ok|beleza|fechado|combinado|perfeito|otim[oa]|bora|vamos|aceito|uhum|aham|positivo|top|show|maravilha|bacana|legal|por favor|por mim|tudo bem|tudo certo|mand[ae]|demorou|yes|sem problemas?|esta (bom|otimo)|de acordo|concordo|confirmo|confirmado|quero (sim|marcar|fechar|seguir)) /
/** Words that only go with a yes. */
const SILENT_YES = /^((e|eu|que|com|tudo|muito|voce|ne|por|de|la|ai|mim|sem|obrigad[oa]|moc[ao]|amig[oa])( |$))+$/
const HOLDS_BACK =
  /\b(mas|so que|porem|duvida\w*|medo|receio|pensar|nao|nem|car[oa]|reprov\w+|negou|recus\w+|desist\w+|cancel\w+|problema\w*|antes|se|sera|quando|quanto|explicar?|melhor|esposa|marido|espera\w*|talvez|acho que)\b/
const NO =
  /^(nao|negativo|nada|nunca|jamais|nem|ainda nao|agora nao|por enquanto nao|acho que nao|melhor nao|de jeito nenhum|nenhum|nenhuma|deixa|dispenso|prefiro nao|sem interesse)\b/

/** A plain agreement: the whole line, or its start with nothing that holds it back. A worry or a question is none. */
export const saysYes = (folded: string): boolean => {
  const plain = bare(folded)
  if (plain === '' || NO.test(plain)) return false
  if (plain.split(' ').every((word) => YES_WORDS.has(word))) return !SILENT_YES.test(plain)
  return (BEGINS_YES.test(plain) || plain.endsWith(' sim')) && !folded.endsWith('?') && !HOLDS_BACK.test(plain)
}

/** A plain refusal, alone or at the start of the line. */
export const saysNo = (folded: string): boolean => NO.test(bare(folded))

/** The lead does not know, or would rather not say. */
export const doesNotSay = (folded: string): boolean =>
  /\b(nao (sei|faco ideia|tenho (ideia|certeza|no momento|ainda)|lembro|quero (dizer|falar|informar|passar)|tenho)|sei la|prefiro nao|sem ideia|ainda nao (sei|defini|pensei|tenho)|depende|nao tenho|pular?|nao precisa|tanto faz|nem ideia|a definir|nao defini)\b/.test(
    folded,
  )

/** A question of the lead. */
export const asksSomething = (folded: string): boolean =>
  (folded.endsWith('?') && /[a-z]/.test(folded)) ||
  /\b((gostaria de|queria|quero|preciso|so) saber (se|quanto|quando|qual|como|onde|o|a|os|as)|, (e se|qual|quais|quanto tempo|quanto custa|quantos|quantas|quando|onde|sera que))\b/.test(
    folded,
  ) ||
  (!/^(quanto antes|quando|como|onde) ?(der|puder|quiser\w*|for|tiver|preferir\w*|achar\w*|eu puder)\b/.test(folded) &&
    /^(e se|qual|quais|como|onde|quando|quanto|quantos|quantas|por ?que|porque|quem|voces? (tem|aceitam?|fazem?|atendem?|trabalham?|vendem?|entregam?)|tem como|da para|aceita|aceitam|sera que|posso)\b/.test(
      folded,
    ))
