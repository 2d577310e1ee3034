import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { CopyLink } from '../../shared/ui/buttons/copy-link.tsx'

/**
 * Webhook settings that the user must enter in the organisation's own Meta app. Renders nothing if the WhatsApp number uses the
 * installation's app.
 */
export function OwnAppWebhookSettings({ webhook }: Pick<WhatsappNumber, 'webhook'>) {
  if (!webhook?.verify_word) return null
  return (
    <div className="mt-4 border-line border-t pt-4">
      <p className="wrap-anywhere mb-3 text-ink-2 text-ui">
        {webhook.handshake_at
          ? 'No app da Meta, em WhatsApp › Configuração, ficam este endereço e este token.'
          : 'Para as mensagens chegarem, informe isto no app da Meta, em WhatsApp › Configuração.'}
      </p>
      <CopyLink
        link={webhook.address}
        label="URL de retorno deste app"
        button="Copiar URL de retorno"
        copied="Endereço copiado."
        selected="Copie o endereço selecionado com o teclado."
      />
      <CopyLink
        link={webhook.verify_word}
        label="Token de verificação"
        button="Copiar token de verificação"
        copied="Token copiado."
        selected="Copie o token selecionado com o teclado."
      />
    </div>
  )
}
