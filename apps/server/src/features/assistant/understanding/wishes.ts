import { affirmed } from './clauses.ts'

const CHANNEL_PREFERRED =
  /\b(prefir\w+|prefer\w+|so|apenas|somente|melhor|pode ser|fal\w+|respond\w+|manda|mande) (?:por |pelo |aqui|me |so ){0,3}(por )?(aqui|mensage\w+|whatsapp|escrito|texto|email|e-mail)\b/

/** An order to the agent itself: no subject of its own, nothing else for an object than messages. */
const LEAVE_ME =
  /(?<!\b(?:voces?|ele|ela|eles|elas|ninguem|que|medic[oa]|corretor[a]?|empresa|equipe|ainda|quem) )\bnao (precisa (mais )?)?me (mande|mandem|manda|chame|chamem|chama|procure|procurem|procura|escreva|escrevam|escreve|envie|enviem|envia|incomode|incomodem|incomoda|perturbe|perturbem|ligue|liguem|liga|mandar|escrever|procurar|incomodar)( mais| nada| nunca| de novo| mensagem| mensagens| nenhuma| por favor| aqui| por aqui| whatsapp| msgs| nao){0,5}(?=$|[.,!]| e )/
const NOTHING_MORE =
  /\bnao quero (mais )?(receber(?: mais| nada| nenhuma| essas?| suas| de voces){0,4}( (mensage\w+|contatos?|propaganda\w*|whatsapp))?(?=$|[.,!])|receber (mais )?(mensage\w+|contato|propaganda)|(mais )?(mensage\w+|contato)(?! (do|da|com|de quem))|(mais )?ser (contatad\w+|incomodad\w+|perturbad\w+))/
const STOP_IT =
  /\b(para(r|rem|em)?|pare) de (me )?(mandar|enviar|escrever|ligar|chamar|incomodar|perturbar|encher|procurar)\b|\bme (tira|tire|tirem|retire|retirem|remova|removam) d(a|essa|esta) (sua )?lista\b|\bsair da lista\b|\bdescadastr\w+|^stop$|^sair$|^parar$/

/** A wish not to be written to any more; where only calls are unwelcome, or another way is preferred, it is none. */
export const stopIn = (folded: string): boolean => {
  if (CHANNEL_PREFERRED.test(folded)) return false
  if (STOP_IT.test(folded) || NOTHING_MORE.test(folded)) return true
  const order = LEAVE_ME.exec(folded)
  return order !== null && (!/\blig/.test(order[0]) || /\b(mais|nunca|de novo)\b/.test(order[0]))
}

/** Perhaps a wish to be left alone, perhaps only a no: asked once. */
export const mayStopIn = (folded: string): boolean =>
  !stopIn(folded) &&
  /\b(me deix(a|e|em) em paz|nao quero (mais )?(nada( mais)?|conversa( mais)?|papo)|chega de mensage\w+)(?=$|[.,!])/.test(folded)

const WANTS_AGAIN =
  /\b(pode(m)?|quero|queria|aceito|gostaria de|volt[ae]m?)( sim)?( voltar)?( a)? (me )?(receber|mandar|enviar|escrever|chamar)\b/
const OF_MESSAGES = /\b(mensage\w+|msgs?|novidades?|avisos?|ofertas?|promoc\w+|de novo|novamente|outra vez|voltar)\b/

/** After a wish for silence: messages are welcome again. */
export const asksForMessagesIn = (folded: string): boolean =>
  affirmed(folded, WANTS_AGAIN) !== null && OF_MESSAGES.test(folded) && !stopIn(folded)

/** No calls, please. */
export const byTextIn = (folded: string): boolean =>
  !stopIn(folded) &&
  (/\bnao (precisa )?(quero (que )?)?me (lig\w+|telefon\w+)(?! (aram|ou)\b)\b/.test(folded)
    ? /\bme (liga|ligue|liguem|ligar|ligam|telefone\w*)\b/.test(folded) &&
      !/\b(voces?|ninguem|ainda|ate agora)\b.{0,15}\bnao me\b|\bnao me lig(ou|aram)\b/.test(folded)
    : /\b(sem|nao quero( receber)?|nao gosto de) ligac\w+\b/.test(folded))

const ERASE =
  /\b(apag\w+|exclu\w+|delet\w+|remov\w+|retir\w+|elimin\w+)\b.{0,30}\b(meus?|minhas?|todos os|os|tudo)\b.{0,12}\b(dados|cadastros?|informac\w+|registros?|numero|telefone|contato|conversas?|historico|conta)\b/

/** What the data protection law gives every person. */
export const privacyIn = (folded: string): boolean =>
  affirmed(folded, ERASE) !== null ||
  /\b(revog\w+|retir\w+) .{0,15}(consentimento|autorizacao)\b|\blgpd\b|\b(lei (geral )?de protecao|protecao) de dados\b|\bdireito (ao|de) (esquecimento|exclusao)\b/.test(
    folded,
  )

const PERSON =
  '(?:pessoa|gente(?! boa)|humano|humana|atendente|alguem|corretor\\w*|vendedor\\w*|consultor\\w*|gerente|responsavel|dono|dona|sindic[oa]|diretor\\w*|administrador\\w*|zelador\\w*|chefe|supervisor\\w*|recepcao|recepcionista|secretaria|doutor\\w*|dra?|medic\\w+|especialista|equipe|time|suporte|comercial|financeiro)'
const ARTICLES = '(?:uma? |o |a |os |as |algum |alguma |outra |outro |por favor |ai ){0,3}'
const CALLS_FOR = new RegExp(
  `\\b(?:falar|conversar|fala|falo|converso|papo|tratar) (?:direto |agora )?(?:com|c) ${ARTICLES}${PERSON}\\b` +
    `|\\batendid[oa]s? (?:por|pel[oa]) ${ARTICLES}${PERSON}\\b` +
    `|\\b(?:passa|passe|passar|transfer\\w+|transf\\w+|encaminh\\w+|direcion\\w+) (?:me )?(?:para|a|o|ao) ${ARTICLES}${PERSON}\\b` +
    `|\\b(?:chama|chame|chamar|poe|ponha|bota|coloca|coloque|tem|cade|aciona\\w*) (?:para )?${ARTICLES}(?:atendente|humano|humana|pessoa (?:de verdade|real)|ser humano|alguem (?:de verdade|da equipe|do time)|gerente|supervisor\\w*)\\b` +
    `|\\b(?:quero|queria|prefiro|pedi|preciso de) ${ARTICLES}(?:pessoa|humano|atendente|atendimento humano|ser humano|gerente|supervisor\\w*|pessoa (?:de verdade|real)|alguem (?:de verdade|da equipe|do time))\\b(?=[ .,!?]*$| (?:agora|ja|aqui|por favor|para))` +
    `|^(?:um |uma |o |a )?(?:atendente|humano|pessoa|gerente)(?: (?:por favor|ja|agora|aqui))*$` +
    '|\\batendimento humano\\b',
)
const CALL_ME = /(?<!vao |vai |quem )\bme lig(a|ue|uem)\b|\b(pode(m|ria|riam)? me ligar|liga(r|m)? para mim|quero uma ligacao)\b/
const NO_MACHINE =
  /\bnao (quero|gosto de|vou) (mais )?(falar |conversar )?(com )?(um |uma )?(robo|maquina|bot|inteligencia artificial|ia)\b/

/** A person is asked for, or a call of one. */
export const personIn = (folded: string): boolean =>
  affirmed(folded, CALLS_FOR) !== null || affirmed(folded, CALL_ME) !== null || NO_MACHINE.test(folded)

/** What was said before is not to count. */
export const retractIn = (folded: string): boolean =>
  /\b(ignor\w+|desconsider\w+|esque(c|ç)\w+|apag\w+|descart\w+)\b.{0,12}\b((mensagem|mensagens|msg)( anterior(es)?| de (cima|antes)| acima)?|que (eu )?(falei|disse|escrevi|mandei)|o que (eu )?(falei|disse|escrevi|mandei)|anterior)\b|\bmandei (a mensagem )?errad[oa](?=$|[.,!])|\b(era|foi) (para|pra) outra pessoa\b|\b(chat|conversa|numero|grupo) errad[oa]\b/.test(
    folded,
  )

const TAKES_BACK =
  /\b(continua\w*|segu\w+|pode ser|falo|fico) (aqui )?(com voce|por aqui mesmo|sem atendente)\b|\bdeixa para la\b|\bnao precisa (mais )?(de )?(chamar|uma pessoa|atendente|ninguem)\b/

/** The person that was called is wanted no more. */
export const takesBackIn = (folded: string): boolean => TAKES_BACK.test(folded)
