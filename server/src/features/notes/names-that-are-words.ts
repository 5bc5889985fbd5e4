/** Names that are also ordinary words of notes, including some of signs, diseases and devices. In lower case they name nobody. */
export const namesThatAreWords: ReadonlySet<string> = new Set(
  `
  an am be do go he ho in me my no on or so to us
  may will grant rose grace mark bill frank young long white brown green black gray love hope faith joy art dawn summer april june august
  king price rich sunny paris
  amber ash autumn bob bud carol chase chuck cliff clay crystal dale dean destiny drew eve gene ginger guy harmony harry haven hazel
  heather holly honor iris ivy jack jade jasmine jay jean jewel lance lily mason max melody mercy miles misty nick norm olive pat patience
  patty pearl penny peg pepper ray robin rob rod ruby rusty sandy sky sterling sue terry trip trinity victor violet wade ward woody
  archer baker ball banks barber bell best bird bishop blood bone bond bright bush butcher carpenter carter case chance chin church cook
  cooper cotton cross day dear down east english falls farmer field fields fish fisher flowers foot forest fox french frost gates gold
  good graves gross hall hand hands hardy hart head heart hill hood house hunter hurt judge just key knight lake lamb land lane large law
  little low major man marsh mild mills moody moon moore more morrow mount nail noble north page pain park parks pace peak pool poor
  porter post pope power powers prior proctor read reed rice ring rivers root rush sands save sharp shields short silver singer small
  smart snow son song sparks speed stark steel stern still stone street strong summers sun swift tan temple tender thin tongue turner
  van walker wall walls waters weeks wells west wild winter winters wise wolf wood woods word worth
  addison babinski colles crohn cushing foley hodgkin murphy parkinson romberg
  `
    .trim()
    .split(/\s+/),
)
