import type { AuditAction, AuditRow } from '../../entities/organisation/audit.ts'

/** Displayed text of each audited action, shown after the actor's name. `{}` stands for the name of the affected object. */
const ACTION_TEXTS: Readonly<Record<AuditAction, string>> = {
  'session.opened': 'entrou',
  'session.closed': 'saiu',
  'session.closed_everywhere': 'saiu de todos os aparelhos',
  'session.ended': 'encerrou um acesso em outro aparelho',
  'session.refused': 'teve uma entrada recusada',
  'session.locked': 'teve a entrada bloqueada por um tempo',
  'session.reused': 'teve um acesso encerrado por segurança',
  'password.changed': 'mudou a própria senha',
  'password.link_made': 'gerou um link de senha para {}',
  'password.reset': 'definiu uma nova senha por um link',
  'password.refused': 'teve uma senha ou um link de senha recusado',
  'second_step.app_added': 'ligou o segundo passo por aplicativo',
  'second_step.app_removed': 'desligou o segundo passo por aplicativo',
  'second_step.codes_renewed': 'gerou novos códigos de recuperação',
  'second_step.passkey_added': 'adicionou uma chave de acesso',
  'second_step.passkey_renamed': 'renomeou uma chave de acesso',
  'second_step.passkey_removed': 'removeu uma chave de acesso',
  'second_step.removed': 'removeu o segundo passo de {}',
  'invitation.sent': 'convidou {}',
  'invitation.renewed': 'reenviou o convite de {}',
  'invitation.cancelled': 'cancelou o convite de {}',
  'invitation.accepted': 'aceitou o convite',
  'invitation.refused': 'teve um convite recusado',
  'person.changed': 'mudou os dados de {}',
  'person.switched_off': 'desativou {}',
  'person.switched_on': 'reativou {}',
  'person.signed_out': 'encerrou os acessos de {}',
  'organisation.created': 'criou a organização {}',
  'organisation.changed': 'mudou a organização {}',
  'settings.changed': 'mudou os ajustes da organização',
  'agent.created': 'criou o agente {}',
  'agent.changed': 'mudou o agente {}',
  'agent.published': 'publicou uma versão do agente {}',
  'agent.restored': 'voltou o agente {} a uma versão anterior',
  'correction.added': 'corrigiu uma resposta do agente {}',
  'correction.changed': 'mudou uma correção do agente {}',
  'correction.removed': 'apagou uma correção do agente {}',
  'number.linked': 'ligou o número {}',
  'number.changed': 'mudou o número {}',
  'number.unlinked': 'desligou o número {}',
  'template.created': 'criou o modelo {}',
  'template.changed': 'mudou o modelo {}',
  'template.deleted': 'excluiu o modelo {}',
  'calendar.connected': 'conectou o Google Calendar',
  'calendar.disconnected': 'desconectou o Google Calendar',
  'meeting.booked': 'marcou uma reunião com {}',
  'meeting.moved': 'mudou a reunião com {}',
  'meeting.cancelled': 'cancelou a reunião com {}',
  'lead.paused': 'pausou o agente para {}',
  'lead.resumed': 'retomou o agente para {}',
  'lead.archived': 'arquivou {}',
  'lead.restored': 'trouxe {} de volta',
  'lead.opted_out': 'anotou que {} não quer mensagens',
  'lead.opted_in': 'anotou que {} aceita mensagens de novo',
  'lead.merged': 'juntou dois cadastros de {}',
  'lead.exported': 'exportou os dados de {}',
  'lead.erased': 'eliminou os dados de um lead',
  'knowledge.added': 'acrescentou ao conhecimento {}',
  'knowledge.changed': 'mudou no conhecimento {}',
  'knowledge.removed': 'apagou do conhecimento {}',
  'costs.rates_changed': 'mudou os preços dos custos',
  'costs.budget_changed': 'mudou o limite de custo do mês',
  'export.made': 'pediu o arquivo {}',
  'export.downloaded': 'baixou o arquivo {}',
}

/** Displayed text for each reason why a sign-in or an identity confirmation failed. */
export const AUTH_FAILURE_TEXTS = {
  'wrong password': 'senha errada',
  'too many wrong passwords': 'senhas erradas demais',
  'wrong code': 'código errado',
  'wrong recovery code': 'código de recuperação errado',
  'wrong passkey': 'chave de acesso errada',
  'too many wrong second steps': 'segundos passos errados demais',
  'switched off': 'conta ou organização desativada',
  'the session was ended': 'acesso usado em dois lugares',
} as const satisfies Readonly<Record<string, string>>
export type AuthFailureReason = keyof typeof AUTH_FAILURE_TEXTS

/** Displayed text, by kind, for an affected object without a stored name. The name was never stored, or erased with the lead. */
const UNNAMED_SUBJECT_LABELS: Readonly<Record<string, string>> = {
  user: 'uma pessoa',
  invitation: 'uma pessoa',
  lead: 'um lead',
  meeting: 'um lead',
}

/** Returns the displayed name of an audit log entry's actor, or a general term if the name is missing. */
export function getActorName({ actor }: Pick<AuditRow, 'actor'>): string {
  if (actor.name) return actor.name
  return { user: 'Alguém', agent: 'O agente', key: 'Uma chave', system: 'Prosa', platform: 'Plataforma Prosa' }[actor.kind]
}

/** Returns the displayed text of an audit action with the name of the affected object: 'pausou o agente para Davi'. */
export function formatAuditAction({ action, subject }: Pick<AuditRow, 'action' | 'subject'>): string {
  const actionText = Object.hasOwn(ACTION_TEXTS, action) ? ACTION_TEXTS[action as AuditAction] : `fez '${action}'`
  const label = subject?.label ?? UNNAMED_SUBJECT_LABELS[subject?.kind ?? ''] ?? ''
  return actionText.replace('{}', label).trim()
}
