/** Meaning of one of Meta's error codes. */
export interface ErrorCodeMeaning {
  /** Whether the same message can be sent again later. */
  isTemporary: boolean
  /** Whether Meta rejects all messages of the WhatsApp number until a user restores its access. */
  blocksNumber: boolean
  /** Portuguese text for users. */
  reason: string
}

/**
 * Consequence of an error code. `later`: the message is sent again automatically. `never`: it is not. `broken`: the WhatsApp number cannot
 * send any messages.
 */
type ErrorHandling = 'later' | 'never' | 'broken'

const REPORT_BUG_TEXT = 'É um erro da Prosa: avise o suporte.'
const CONTACT_ADMIN_TEXT = 'Avise o administrador.'

/** Consequence and Portuguese text of each error code in Meta's documentation. */
export const META_ERROR_CODES: Readonly<Record<number, readonly [ErrorHandling, string]>> = {
  0: ['broken', 'O acesso a este número venceu ou foi retirado. Cadastre um novo token nas configurações do canal.'],
  1: ['never', `A Meta não entendeu o pedido. ${REPORT_BUG_TEXT}`],
  2: ['later', 'O WhatsApp está fora do ar por alguns instantes.'],
  3: ['broken', 'O app da Meta não tem permissão para enviar por este número.'],
  4: ['later', 'O app da Meta recebeu chamadas demais.'],
  10: ['broken', 'O token de acesso não tem permissão para este número.'],
  33: ['broken', 'Este número foi excluído na Meta.'],
  100: ['never', `A Meta não encontrou o que foi pedido, ou não aceitou um dado do pedido. ${REPORT_BUG_TEXT}`],
  190: ['broken', 'O token de acesso expirou ou foi revogado. Cadastre um novo nas configurações do canal.'],
  200: ['broken', 'O token de acesso não tem permissão para este número.'],
  368: ['broken', 'A Meta restringiu a conta do WhatsApp por ir contra as regras.'],
  80007: ['later', 'O WhatsApp recebeu chamadas demais desta conta.'],
  130403: ['never', 'Este número bloqueou o contato. Desbloqueie para escrever de novo.'],
  130429: ['later', 'O número está enviando mensagens rápido demais para o WhatsApp.'],
  130472: ['never', 'A Meta não entregou: o contato faz parte de um experimento dela. Não adianta reenviar.'],
  130497: ['never', 'A Meta não deixa esta conta escrever para o país deste contato.'],
  131000: ['later', 'O WhatsApp teve um problema ao enviar.'],
  131005: ['broken', 'O token de acesso não tem permissão para este número.'],
  131008: ['never', `Faltou um dado no que foi enviado à Meta. ${REPORT_BUG_TEXT}`],
  131009: ['never', 'A Meta não aceitou um dado da mensagem, ou a mensagem a que ela se refere não vale mais.'],
  131016: ['later', 'O WhatsApp está fora do ar por alguns instantes.'],
  131021: ['never', 'O destinatário é o próprio número que envia.'],
  131026: ['never', 'O WhatsApp não consegue entregar a este contato (sem WhatsApp, versão antiga ou bloqueio).'],
  131031: ['broken', 'A Meta bloqueou a conta do WhatsApp.'],
  131037: ['broken', 'A Meta ainda não aprovou o nome de exibição deste número.'],
  131042: ['broken', 'A Meta parou os envios por falta de pagamento.'],
  131045: ['broken', 'O número não está registrado: a Meta não aceitou o seu certificado.'],
  131047: ['never', 'A janela de 24 horas fechou. Envie um modelo aprovado para reabrir a conversa.'],
  131048: ['never', 'A Meta limitou este número por denúncias de spam.'],
  131049: ['never', 'A Meta não entregou para não cansar o contato com mensagens de marketing.'],
  131050: ['never', 'O contato pediu para não receber mensagens de marketing.'],
  131051: ['never', 'O WhatsApp não aceita este tipo de mensagem.'],
  131052: ['never', 'O arquivo do lead não chegou por aqui. Veja no celular, ou peça que ele envie de novo.'],
  131053: ['never', 'O WhatsApp recusou o arquivo enviado.'],
  131055: ['never', `Por este caminho a Meta só leva modelos de marketing. ${CONTACT_ADMIN_TEXT}`],
  131056: ['later', 'Mensagens demais para este contato em pouco tempo.'],
  131057: ['later', 'A conta do WhatsApp está em manutenção.'],
  131060: ['never', 'Esta mensagem não chega por aqui. Veja no celular.'],
  131062: ['never', 'Este tipo de mensagem precisa do telefone do contato, que ainda não se conhece.'],
  131063: ['never', `A Meta só leva marketing deste número pela API de marketing. ${CONTACT_ADMIN_TEXT}`],
  131064: ['never', `A Meta limitou a conta por modelos com a categoria errada. Pare as campanhas. ${CONTACT_ADMIN_TEXT}`],
  132000: ['never', 'Os campos preenchidos não batem com os do modelo.'],
  132001: ['never', 'O modelo não existe neste idioma ou ainda não foi aprovado.'],
  132005: ['never', 'O texto do modelo ficou longo demais depois de preenchido.'],
  132007: ['never', 'O texto do modelo vai contra as regras da Meta.'],
  132012: ['never', 'Um campo do modelo foi preenchido num formato que a Meta não aceita.'],
  132015: ['never', 'O modelo está pausado pela Meta por baixa qualidade.'],
  132016: ['never', 'O modelo foi desativado pela Meta por baixa qualidade.'],
  132018: ['never', 'Os campos do modelo não foram enviados como a Meta os espera.'],
  132068: ['never', 'O formulário deste modelo está bloqueado pela Meta.'],
  132069: ['later', 'O formulário deste modelo foi enviado vezes demais nesta hora.'],
  133000: ['broken', 'O registro do número ficou pela metade. Registre o número de novo.'],
  133004: ['later', 'O WhatsApp está fora do ar por alguns instantes.'],
  133005: ['never', 'O PIN de verificação em duas etapas deste número não confere.'],
  133006: ['broken', 'O número precisa ser verificado na Meta antes de ser registrado.'],
  133008: ['never', 'O PIN deste número foi errado vezes demais. Espere o tempo que a Meta pede.'],
  133009: ['never', 'O PIN deste número foi tentado rápido demais. Espere um pouco e tente de novo.'],
  133010: ['broken', 'O número não está registrado no WhatsApp Cloud API.'],
  133015: ['broken', 'O número acaba de ser excluído na Meta. Espere 5 minutos e registre de novo.'],
  133016: ['never', 'Este número foi registrado vezes demais. Tente de novo em 72 horas.'],
  134011: ['never', 'Os termos de pagamento da Meta ainda não foram aceitos no Gerenciador do WhatsApp.'],
  134100: ['never', `A API de marketing da Meta só leva mensagens de marketing. ${CONTACT_ADMIN_TEXT}`],
  134101: ['never', `A API de marketing da Meta ainda está preparando este modelo. ${CONTACT_ADMIN_TEXT}`],
  134102: ['never', `Este modelo não pode ser usado na API de marketing da Meta. ${CONTACT_ADMIN_TEXT}`],
  135000: ['never', `A Meta não aceitou a mensagem, e não disse qual dado. ${REPORT_BUG_TEXT}`],
  139100: ['never', 'A Meta não pôde bloquear ou desbloquear uma parte das pessoas.'],
  2_593_107: ['never', 'A Meta só traz as conversas do celular uma vez. Desconecte e conecte o número para trazer de novo.'],
  2_593_108: ['never', 'Passaram as 24 horas em que a Meta traz as conversas do celular. Desconecte e conecte o número.'],
  2_593_109: ['never', 'O dono do número escolheu não trazer as conversas do celular.'],
}

/** Meta's error code if the contact has received too many marketing messages. */
export const MARKETING_CAP_CODE = 131_049
/** Meta's error code if the contact has opted out of marketing messages. */
export const MARKETING_OPT_OUT_CODE = 131_050

/**
 * Returns the meaning of an error code, null if Meta sent none. A message with an unknown code is not sent again, because that could harm
 * the quality rating of the WhatsApp number.
 */
export function getErrorMeaning(code: number | null): ErrorCodeMeaning {
  const [handling, reason] = (code === null ? undefined : META_ERROR_CODES[code]) ?? ['never', formatUnknownReason(code)]
  return { isTemporary: handling === 'later', blocksNumber: handling === 'broken', reason }
}

const formatUnknownReason = (code: number | null): string =>
  code === null ? 'O WhatsApp recusou a mensagem.' : `O WhatsApp recusou a mensagem (código ${code}).`
