import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import type { DemoInfo } from './demo/accounts.ts'

/** Returns the text that the server prints after its start. */
export function formatWelcomeText({
  origin,
  demo,
  setup,
}: {
  origin: string
  demo: DemoInfo | null
  setup: string | null
}): string {
  const lines = ['', `  Prosa está no ar: ${origin}`, '']
  if (demo) {
    lines.push(`  Entradas da demonstração (senha de todas: ${demo.password})`)
    for (const account of demo.accounts) {
      for (const { phone, name, role, isDeactivated } of account.users)
        if (!isDeactivated) lines.push(`    ${formatPhone(phone)}   ${name}, ${role}, ${account.name}`)
    }
    lines.push('', `  Converse como lead com ${demo.webchat.agentName}: ${origin}/w/${demo.webchat.agentId}`)
  }
  if (setup) lines.push('  Ainda não há nenhuma organização. Crie a primeira aqui, em até 24 horas:', `    ${setup}`, '')
  lines.push(`  Documentação da API: ${origin}/api/docs`, '  Ctrl-C encerra.', '')
  return `${lines.join('\n')}\n`
}
