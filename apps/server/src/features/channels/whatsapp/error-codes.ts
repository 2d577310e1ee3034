/** What one of Meta's codes means for a message and its number; reasons are read by staff. */
export interface CodeMeaning {
  /** True when the same message may be taken later: Meta refused it only for now. */
  later: boolean
  /** True when no message of the number will be taken until staff mend its access. */
  broken: boolean
  reason: string
}

const LATER: Readonly<Record<number, string>> = {
  2: 'O WhatsApp está fora do ar por alguns instantes.',
  4: 'O WhatsApp recebeu chamadas demais desta conta.',
  80007: 'O WhatsApp recebeu chamadas demais desta conta.',
  130429: 'O número está enviando mensagens rápido demais para o WhatsApp.',
  131000: 'O WhatsApp teve um problema ao enviar.',
  131016: 'O WhatsApp está fora do ar por alguns instantes.',
  131056: 'Mensagens demais para este contato em pouco tempo.',
  131057: 'A conta do WhatsApp está em manutenção.',
  133004: 'O WhatsApp está fora do ar por alguns instantes.',
}

const NEVER: Readonly<Record<number, string>> = {
  131026: 'O WhatsApp não consegue entregar a este contato (sem WhatsApp, versão antiga ou bloqueio).',
  131042: 'A Meta recusou por um problema de pagamento da conta do WhatsApp.',
  131047: 'A janela de 24 horas fechou. Envie um modelo aprovado para reabrir a conversa.',
  131048: 'A Meta limitou este número por denúncias de spam.',
  131049: 'A Meta não entregou para não cansar o contato com mensagens de marketing.',
  131050: 'O contato pediu para não receber mensagens de marketing.',
  131051: 'O WhatsApp não aceita este tipo de mensagem.',
  131053: 'O WhatsApp recusou o arquivo enviado.',
  132000: 'Os campos preenchidos não batem com os do modelo.',
  132001: 'O modelo não existe neste idioma ou ainda não foi aprovado.',
  132012: 'Um campo do modelo foi preenchido num formato que a Meta não aceita.',
  132015: 'O modelo está pausado pela Meta por baixa qualidade.',
  132016: 'O modelo foi desativado pela Meta por baixa qualidade.',
}

const BROKEN: Readonly<Record<number, string>> = {
  10: 'O token de acesso não tem permissão para este número.',
  190: 'O token de acesso expirou ou foi revogado. Cadastre um novo nas configurações do canal.',
  200: 'O token de acesso não tem permissão para este número.',
  131005: 'O token de acesso não tem permissão para este número.',
  131031: 'A Meta bloqueou a conta do WhatsApp.',
  133010: 'O número não está registrado no WhatsApp Cloud API.',
}

/** Meta's code in words. One that is not known is never retried by machine: that could cost the number its good standing. */
export function meaningOf(code: number): CodeMeaning {
  const later = LATER[code]
  if (later) return { later: true, broken: false, reason: later }
  const broken = BROKEN[code]
  if (broken) return { later: false, broken: true, reason: broken }
  const known = NEVER[code]
  if (known) return { later: false, broken: false, reason: known }
  return {
    later: false,
    broken: false,
    reason: code === 0 ? 'O WhatsApp recusou a mensagem.' : `O WhatsApp recusou a mensagem (código ${code}).`,
  }
}
