/** The number without its calling code (PEOP-46). */
export const withoutCode = (phone: string, countryCode: string) =>
  phone.trim().replace(new RegExp(`^\\${countryCode.startsWith('+') ? countryCode : `+${countryCode}`}\\s*`), '')
