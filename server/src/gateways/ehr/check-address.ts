/** What is wrong with the address of an interface, for people. */
export function checkAddress(value: string): string | undefined {
  if (!URL.canParse(value)) return 'Enter an address, e.g. https://ehr.example.org/fhir.'
  const { protocol, username, password, search, hash } = new URL(value)
  if (!/^https?:$/.test(protocol)) return 'The address must begin with https://.'
  if (username || password) return 'The address must not contain a user name or password.'
  return search || hash ? 'The address must not contain ? or #.' : undefined
}
