import { CopyLink } from '../../shared/ui/buttons/copy-link.tsx'

/** Names of the webhook fields that must be subscribed at Meta. */
const WEBHOOK_FIELDS = [
  'messages',
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
  'phone_number_quality_update',
  'phone_number_name_update',
  'account_update',
  'account_alerts',
  'account_review_update',
  'business_capability_update',
  'security',
  'user_preferences',
  'user_id_update',
  'history',
  'smb_app_state_sync',
  'smb_message_echoes',
  'automatic_events',
]

/** Shows the webhook URL that the user must enter at Meta. Without it no messages arrive. */
export function WebhookUrl({ url, ready }: { url: string; ready: boolean }) {
  return (
    <div className="mt-4 border-line border-t pt-4">
      {!ready && (
        <div role="note" className="wrap-anywhere mb-3 rounded-control border border-line px-3 py-2 text-ui">
          <p className="text-ipe">Mensagens ainda não chegam. Peça a quem cuida do servidor que termine a configuração.</p>
          <details className="mt-1 text-ink-2">
            <summary className="min-h-6 w-fit cursor-pointer coarse:py-3.5">O que falta no servidor</summary>
            As variáveis <code>WHATSAPP_APP_SECRET</code> e <code>WHATSAPP_VERIFY_TOKEN</code>.
          </details>
        </div>
      )}
      <CopyLink link={url} label="Endereço do webhook" button="Copiar endereço do webhook" />
      <p className="wrap-anywhere text-ink-3 text-meta">
        No app da Meta, em WhatsApp › Configuração, informe este endereço como URL de retorno e, como token de verificação, a
        palavra que está em <code>WHATSAPP_VERIFY_TOKEN</code> no servidor.
      </p>
      <details className="mt-1 text-ink-3 text-meta">
        <summary className="min-h-6 w-fit cursor-pointer coarse:py-3.5">Campos a assinar</summary>
        <p className="wrap-anywhere mt-1 sm:columns-2">
          {WEBHOOK_FIELDS.map((field) => (
            <code key={field} className="block">
              {field}
            </code>
          ))}
        </p>
      </details>
    </div>
  )
}
