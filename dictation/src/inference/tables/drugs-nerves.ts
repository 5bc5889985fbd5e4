/** Drugs against pain, and of nerves and mind. drugs.ts describes the format of a row. */
export const nerveDrugs = `
# NSAID
ibuprofen (Motrin, Advil) 100-800 mg
naproxen (Naprosyn, Aleve, Anaprox) 220-750 mg
meloxicam (Mobic) 5-15 mg
diclofenac (Voltaren) 25-150 mg
ketorolac (Toradol) 10-60 mg
indomethacin (Indocin) 25-75 mg
celecoxib (Celebrex) 50-400 mg
etodolac (Lodine) 200-600 mg
nabumetone (Relafen) 500-2000 mg
piroxicam (Feldene) 10-20 mg
oxaprozin
sulindac
aspirin (ASA, Ecotrin, baby aspirin) 75-1000 mg

# opioid
oxycodone (OxyContin, Roxicodone, oxycodone IR) 2.5-80 mg
oxycodone-acetaminophen (Percocet, Endocet, oxycodone/acetaminophen) 
hydrocodone
hydrocodone-acetaminophen (Norco, Vicodin, Lortab, hydrocodone/acetaminophen) 
morphine (MS Contin, morphine sulfate) 1-100 mg
hydromorphone (Dilaudid) 0.2-8 mg
fentanyl (Duragesic) 12-200 mcg
codeine (acetaminophen with codeine, Tylenol 3, Tylenol with codeine, Tylenol #3, acetaminophen-codeine) 15-60 mg
tramadol (Ultram) 25-300 mg
tapentadol (Nucynta) 50-250 mg
methadone 2.5-120 mg
meperidine (Demerol) 12.5-150 mg
oxymorphone 
buprenorphine (Subutex, Butrans) 
buprenorphine-naloxone (Suboxone, buprenorphine/naloxone)

nalbuphine
butorphanol
belladonna and opium

# opioid antagonist
naloxone (Narcan) 0.04-8 mg
naltrexone (Vivitrol) 25-380 mg

# pain drug
acetaminophen (Tylenol, paracetamol, APAP, Ofirmev) 80-1300 mg
lidocaine (Lidoderm, Xylocaine) 
bupivacaine (Marcaine)
ropivacaine
capsaicin
acetaminophen-aspirin-caffeine (Excedrin, Excedrin Migraine)
butalbital (Fioricet)
ubrogepant (Ubrelvy)
atogepant (Qulipta)
fremanezumab (Ajovy)
galcanezumab (Emgality)
dihydroergotamine (DHE)
ergotamine
naratriptan
frovatriptan
menthol
sumatriptan (Imitrex) 4-100 mg
rizatriptan (Maxalt) 5-10 mg
zolmitriptan (Zomig) 2.5-5 mg
eletriptan (Relpax) 20-40 mg
rimegepant (Nurtec)
erenumab (Aimovig) 70-140 mg
colchicine (Colcrys) 0.6-1.8 mg
allopurinol (Zyloprim) 50-800 mg
febuxostat (Uloric) 40-120 mg

# muscle relaxant
cyclobenzaprine (Flexeril) 5-30 mg
methocarbamol (Robaxin) 500-1500 mg
tizanidine (Zanaflex) 2-8 mg
baclofen (Lioresal) 5-40 mg
carisoprodol (Soma) 250-350 mg
metaxalone (Skelaxin) 400-800 mg
onabotulinumtoxinA (Botox)
dantrolene

# anticonvulsant
gabapentin (Neurontin) 100-1200 mg
pregabalin (Lyrica) 25-300 mg
levetiracetam (Keppra) 250-4500 mg
lamotrigine (Lamictal) 12.5-400 mg
topiramate (Topamax) 12.5-400 mg
phenytoin (Dilantin) 30-1500 mg
fosphenytoin 
valproic acid (Depakene) 125-1500 mg
divalproex (Depakote, valproate) 125-1500 mg
carbamazepine (Tegretol) 100-800 mg
oxcarbazepine (Trileptal) 150-1200 mg
lacosamide (Vimpat) 50-400 mg
zonisamide (Zonegran) 25-600 mg
phenobarbital 15-130 mg
primidone (Mysoline) 25-250 mg

brivaracetam (Briviact)
cenobamate (Xcopri)
clobazam (Onfi)
perampanel (Fycompa)
eslicarbazepine (Aptiom)
ethosuximide
rufinamide
felbamate
tiagabine
vigabatrin
Epidiolex

# antidepressant
esketamine (Spravato)
Auvelity
clomipramine
phenelzine
selegiline
fluvoxamine (Luvox) 25-300 mg
milnacipran (Savella)
sertraline (Zoloft) 12.5-200 mg
fluoxetine (Prozac) 10-90 mg
escitalopram (Lexapro) 2.5-30 mg
citalopram (Celexa) 10-40 mg
paroxetine (Paxil) 10-60 mg
venlafaxine (Effexor, Effexor XR) 25-375 mg
desvenlafaxine (Pristiq) 25-100 mg
duloxetine (Cymbalta) 20-120 mg
bupropion (Wellbutrin, Wellbutrin XL, Wellbutrin SR, Zyban) 75-450 mg
mirtazapine (Remeron) 7.5-45 mg
trazodone (Desyrel) 25-400 mg
amitriptyline (Elavil) 10-150 mg
nortriptyline (Pamelor) 10-150 mg
doxepin 3-150 mg
imipramine 10-150 mg
vortioxetine (Trintellix) 5-20 mg
vilazodone (Viibryd) 10-40 mg

# antipsychotic
quetiapine (Seroquel) 12.5-800 mg
olanzapine (Zyprexa) 2.5-20 mg
risperidone (Risperdal) 0.25-8 mg
aripiprazole (Abilify) 2-30 mg
ziprasidone (Geodon) 10-80 mg
haloperidol (Haldol) 0.5-20 mg
lurasidone (Latuda) 20-160 mg
paliperidone (Invega) 
clozapine (Clozaril) 12.5-450 mg
chlorpromazine 
lithium (lithium carbonate, Lithobid) 150-900 mg

brexpiprazole (Rexulti) 0.25-4 mg
cariprazine (Vraylar) 1.5-6 mg
lumateperone (Caplyta)
asenapine (Saphris)
iloperidone
perphenazine
fluphenazine
loxapine
valbenazine (Ingrezza)
deutetrabenazine (Austedo)
pimavanserin (Nuplazid)

# benzodiazepine
alprazolam (Xanax) 0.25-3 mg
lorazepam (Ativan) 0.5-4 mg
clonazepam (Klonopin) 0.25-4 mg
diazepam (Valium) 2-20 mg
temazepam (Restoril) 7.5-30 mg
midazolam (Versed) 0.5-10 mg
chlordiazepoxide (Librium) 5-100 mg

# sedative
zolpidem (Ambien) 1.75-12.5 mg
eszopiclone (Lunesta) 1-3 mg
melatonin 0.5-20 mg
hydroxyzine (Atarax, Vistaril) 10-100 mg
buspirone (BuSpar) 5-30 mg
propofol (Diprivan)
ketamine (Ketalar)
etomidate
dexmedetomidine (Precedex)
rocuronium
succinylcholine
vecuronium
sevoflurane
suvorexant (Belsomra) 5-20 mg

lemborexant (Dayvigo)
daridorexant (Quviviq)
ramelteon (Rozerem)
glycopyrrolate
neostigmine
sugammadex
remifentanil
sufentanil
desflurane
isoflurane
nitrous oxide
phenobarbital sodium

# stimulant
dexmethylphenidate (Focalin) 2.5-40 mg
dextroamphetamine (Dexedrine)
viloxazine (Qelbree)
armodafinil (Nuvigil)
solriamfetol (Sunosi)
phentermine (Adipex) 8-37.5 mg
acamprosate (Campral) 333-666 mg
disulfiram (Antabuse) 125-500 mg
lofexidine (Lucemyra)
methylphenidate (Ritalin, Concerta) 2.5-72 mg
amphetamine-dextroamphetamine (Adderall, Adderall XR) 2.5-40 mg
lisdexamfetamine (Vyvanse) 10-70 mg
atomoxetine (Strattera) 10-100 mg
modafinil (Provigil) 50-400 mg
guanfacine (Intuniv) 0.5-7 mg
varenicline (Chantix) 0.5-1 mg
nicotine (nicotine replacement)

# nerve drug
donepezil (Aricept) 5-23 mg
memantine (Namenda) 5-28 mg
rivastigmine (Exelon) 1.5-13.3 mg
carbidopa-levodopa (Sinemet, carbidopa/levodopa) 
levodopa
pramipexole (Mirapex) 0.125-4.5 mg
ropinirole (Requip) 0.25-12 mg
rasagiline 
benztropine (Cogentin) 0.5-6 mg
meclizine (Antivert) 12.5-50 mg
scopolamine
entacapone
amantadine 100-200 mg
apomorphine
safinamide
trihexyphenidyl
riluzole
edaravone
lecanemab (Leqembi)
Namzaric
betahistine
dimenhydrinate (Dramamine)
pyridostigmine (Mestinon) 30-180 mg
`
