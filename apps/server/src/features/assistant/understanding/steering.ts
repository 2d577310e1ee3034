const OTHERS =
  '(?:outros? (?:clientes?|leads?|contatos?|pacientes?)|(?:dados|telefones?|numeros?|contatos?|cpfs?|emails?|e-mails?|nomes?|conversas?|lista) d(?:e|os|as|o|a) (?:todos|todas|outr\\w+|client\\w+|leads?|pacient\\w+|usuari\\w+)|other (?:customers?|leads?|users?|clients?)|all (?:customers?|leads?|users?|clients?)|customer (?:data|list)|passwords?|tokens?|api keys?|chaves? (?:da )?api|banco de dados|database|instructions|variaveis de ambiente|env vars?)'
const SHOW =
  '(?:mostr\\w+|list\\w+|envi\\w+|mand\\w+|pass\\w+|revel\\w+|diga|me de|exib\\w+|show|reveal|send|give|dump|print|tell)'
const SHOWS = new RegExp(`\\b${SHOW}\\b`, 'g')

/** What is not the lead's, and how many characters at most stand between a wish to be shown something and it. */
const NOT_THEIRS: ReadonlyArray<readonly [RegExp, number]> = [
  [new RegExp(`\\b${OTHERS}\\b`, 'g'), 40],
  // The instructions of an examination and the password of one's own page are the lead's to ask for.
  [/\b(?:suas?|tuas?|todas as|your) (?:proprias? )?instruc\w+/g, 40],
  [/\binstruc\w+\b(?! (?:d[oae]s?|para)\b)/g, 15],
  [/\bsenhas?\b(?!.{0,30}\b(?:portal|exame|resultado|minha|meu|cadastro|aplicativo|app)\b)/g, 40],
]

/** In two steps: one pattern that goes on from each wish through all that follows would be far more work. */
const asksForOthers = (folded: string): boolean => {
  const wishes = [...folded.matchAll(SHOWS)].map(({ 0: words, index }) => index + words.length)
  if (wishes.length === 0) return false
  return NOT_THEIRS.some(([wanted, within]) =>
    folded.matchAll(wanted).some(({ index }) => index - (wishes.findLast((end) => end <= index) ?? -Infinity) <= within),
  )
}

const STEERS: readonly RegExp[] = [
  /\bignor\w+ (isso )?tudo\b(?! (o )?que (eu )?(falei|disse|escrevi|mandei))/,
  /\b(me )?(pass|mand|dig|d)[aeo]\w* (o |os )?cpfs? d/,
  // Whose rules: the agent's. 'A mensagem anterior' is the lead's own.
  /\b(ignor\w+|esque\w+|desconsider\w+|disregard|forget|override|bypass)\b.{0,40}\b(instruc\w+|instruct\w+|regras?|rules?|prompts?|previous|above|guidelines|diretriz\w*)\b/,
  /\b(system prompt|prompt do sistema|seu prompt|your prompt|modo (desenvolvedor|developer|debug|admin)|developer mode|jailbreak|dan mode|do anything now)\b/,
  /\b(aja|atue|finja|comporte-se|act|pretend|roleplay)\b.{0,20}\b(como|ser|que|as|to be|youre)\b/,
  /\bvoce (agora )?(e|sera) (agora )?(um|uma|o|a) (administrador|admin|root|hacker|desenvolvedor|sistema|terminal)\b|\byou are now\b/,
  /\b(drop|delete|truncate|alter) (table|from|database)\b|\bselect\b.{1,40}\bfrom\b|\bunion select\b|<\/?script|\bonerror\b|\bor 1 1\b|\brm -rf\b/,
  /\b(execute|executar?|rode|rodar|run) (o |a |this |the )?(comando|codigo|script|sql|shell|command|code)\b|\b(base64|rot13)\b/,
  /^(assistant|system|sistema|user|admin) ?:/,
]

/** An attempt to make the agent something else, or to get what is not the lead's. */
export const steersIn = (folded: string): boolean => asksForOthers(folded) || STEERS.some((pattern) => pattern.test(folded))
