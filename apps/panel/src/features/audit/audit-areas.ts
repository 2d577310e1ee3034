/** Areas of audited actions, as options of the filter. */
export const AUDIT_AREAS = [
  { value: '', label: 'Tudo' },
  { value: 'session', label: 'Entradas e saídas' },
  { value: 'person', label: 'Pessoas' },
  { value: 'invitation', label: 'Convites' },
  { value: 'password', label: 'Senhas' },
  { value: 'second_step', label: 'Segundo passo' },
  { value: 'settings', label: 'Ajustes' },
  { value: 'agent', label: 'Agentes' },
  { value: 'number', label: 'Números' },
  { value: 'lead', label: 'Leads' },
  { value: 'meeting', label: 'Reuniões' },
  { value: 'export', label: 'Exportações' },
] as const
