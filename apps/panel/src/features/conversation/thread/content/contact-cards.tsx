import type { Attachment, ContactCard } from '@prosa/contract/entities/conversations/message'
import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import { parsePhone } from '@prosa/contract/rules/phone-numbers/phone-country'
import UserRound from 'lucide-react/icons/user-round'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'

const LINE_CLASSES = 'wrap-anywhere flex min-h-6 w-fit coarse:min-h-11 items-center py-0.5 coarse:py-1 text-ui tabular'

/**
 * Matches texts with letters, such as a phone number with an extension. Such a text is shown without a link, because its digits alone are
 * not the phone number.
 */
const CONTAINS_LETTERS = /\p{L}/u

/** Renders a phone number or e-mail address of a contact as a link, or as text if `href` is null. */
function ContactLine({ href, text }: { href: string | null; text: string }) {
  // A long e-mail address can wrap after its '@'.
  const split = text.indexOf('@') + 1
  return href ? (
    <a
      href={href}
      dir="ltr"
      className={`${LINE_CLASSES} underline decoration-ink-3/60 underline-offset-2 hover:decoration-current`}
    >
      <span>
        {text.slice(0, split)}
        {split > 0 && <wbr />}
        {text.slice(split)}
      </span>
    </a>
  ) : (
    <span dir="auto" className={LINE_CLASSES}>
      {text}
    </span>
  )
}

/** Renders one contact of a message: name, company, and all phone numbers and e-mail addresses. */
function Contact({ name, company, phone, phones, email, emails }: ContactCard) {
  const numbers = (phones ?? [phone]).filter((value) => !!value) as string[]
  const addresses = (emails ?? [email]).filter((value) => !!value) as string[]
  return (
    <div className="flex gap-2.5 px-3 py-2 coarse:has-[a]:pb-0">
      <UserRound aria-hidden="true" className="mt-px size-5 shrink-0 text-ink-3" />
      <div className="min-w-0">
        <p dir="auto" className="wrap-anywhere font-semibold text-ui">
          {stripBidiControls(name || 'Contato')}
        </p>
        {company && company !== name && (
          <p dir="auto" className="wrap-anywhere text-ink-3 text-meta">
            {stripBidiControls(company)}
          </p>
        )}
        {numbers.map((number) => {
          const dialableNumber = CONTAINS_LETTERS.test(number) ? null : parsePhone(number)
          const text = CONTAINS_LETTERS.test(number) ? stripBidiControls(number) : formatPhone(dialableNumber ?? number)
          return <ContactLine key={number} href={dialableNumber && `tel:${dialableNumber}`} text={text} />
        })}
        {addresses.map((address) => (
          <ContactLine
            key={address}
            href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}
            text={stripBidiControls(address)}
          />
        ))}
      </div>
    </div>
  )
}

/** Renders all contacts of a message in one frame. For a contact that the team sent, the attachment itself is the contact. */
export function ContactCards({ attachment }: { attachment: Attachment }) {
  const { contacts } = attachment
  const contactList = contacts?.length ? contacts : [attachment]
  const label = contactList.length > 1 ? `${contactList.length} contatos` : 'Contato'
  return (
    <ul aria-label={label} className="my-1 divide-y divide-ink-3/30 rounded-control border border-ink-3/30">
      {contactList.map((contact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: contacts have no id and never change their order.
        <li key={index}>
          <Contact {...contact} />
        </li>
      ))}
    </ul>
  )
}
