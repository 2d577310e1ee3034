import { ConfigError } from './config-error.ts'

/** Meta's hosted page for linking WhatsApp numbers, and the Meta app that exchanges the page's codes for access tokens. */
export interface SignupSettings {
  url: string
  appId: string
  appSecret: string
}

export interface WhatsappSettings {
  apiUrl: string
  appSecret: string | null
  verifyToken: string | null
  /** Settings of Meta's sign-up page; null if WhatsApp numbers can be linked only by entering an access token. */
  signup: SignupSettings | null
  /** Access token of the platform's own system user at Meta. */
  systemToken: string | null
}

interface WhatsappEnvironment {
  WHATSAPP_API_URL: string
  WHATSAPP_APP_SECRET?: string | undefined
  WHATSAPP_VERIFY_TOKEN?: string | undefined
  WHATSAPP_SIGNUP_URL?: string | undefined
  WHATSAPP_SYSTEM_TOKEN?: string | undefined
}

/** Reads the WhatsApp settings. @throws ConfigError if the sign-up URL contains no app id, or WHATSAPP_APP_SECRET is missing */
export const readWhatsappSettings = (env: WhatsappEnvironment): WhatsappSettings => ({
  apiUrl: env.WHATSAPP_API_URL,
  appSecret: env.WHATSAPP_APP_SECRET ?? null,
  verifyToken: env.WHATSAPP_VERIFY_TOKEN ?? null,
  signup: readSignupSettings(env),
  systemToken: env.WHATSAPP_SYSTEM_TOKEN ?? null,
})

function readSignupSettings({
  WHATSAPP_SIGNUP_URL: url,
  WHATSAPP_APP_SECRET: appSecret,
}: WhatsappEnvironment): SignupSettings | null {
  if (!url) return null
  const appId = new URL(url).searchParams.get('app_id')
  if (!appId)
    throw new ConfigError('WHATSAPP_SIGNUP_URL não tem app_id: copie o endereço inteiro, como o painel da Meta o mostra.')
  if (!appSecret)
    throw new ConfigError('WHATSAPP_SIGNUP_URL só vale com WHATSAPP_APP_SECRET: defina também o segredo do app da Meta.')
  return { url, appId, appSecret }
}
