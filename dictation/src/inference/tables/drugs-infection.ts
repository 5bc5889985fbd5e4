/** Drugs against infections and for immunity and cancer. drugs.ts describes the format of a row. */
export const infectionDrugs = `
# penicillin
penicillin (penicillin V, penicillin VK, penicillin G, Pen VK, benzathine penicillin, Bicillin) 
amoxicillin (Amoxil) 125-3000 mg
amoxicillin-clavulanate (Augmentin, amoxicillin/clavulanate, amoxicillin clavulanate) 125-2000 mg
ampicillin 250-2000 mg
ampicillin-sulbactam (Unasyn, ampicillin/sulbactam) 1.5-3 g
piperacillin-tazobactam (Zosyn, piperacillin/tazobactam) 2.25-4.5 g
nafcillin 500-2000 mg
oxacillin 500-2000 mg
dicloxacillin 125-500 mg

# cephalosporin
cephalexin (Keflex) 125-1000 mg
cefazolin (Ancef) 500-3000 mg
cefadroxil 500-1000 mg
cefuroxime (Ceftin, Zinacef) 125-1500 mg
cefdinir (Omnicef) 125-600 mg
cefpodoxime (Vantin) 100-400 mg
cefixime (Suprax) 200-800 mg
cefprozil 250-500 mg
cefaclor 250-500 mg
ceftriaxone (Rocephin) 125-4000 mg
cefotaxime 500-2000 mg
ceftazidime (Fortaz) 500-2000 mg
cefepime (Maxipime) 500-2000 mg
cefoxitin 1000-2000 mg
cefotetan 1000-3000 mg
ceftaroline (Teflaro) 200-600 mg

# carbapenem
meropenem (Merrem) 500-2000 mg
ertapenem (Invanz) 500-1000 mg
imipenem (Primaxin, imipenem cilastatin) 250-1000 mg
aztreonam (Azactam) 500-2000 mg

# macrolide
azithromycin (Zithromax, Z-Pak, Zpak) 100-2000 mg
clarithromycin (Biaxin) 125-1000 mg
erythromycin 125-1000 mg
fidaxomicin (Dificid) 200 mg

# fluoroquinolone
ciprofloxacin (Cipro) 100-1000 mg
levofloxacin (Levaquin) 250-750 mg
moxifloxacin (Avelox) 400 mg
ofloxacin 200-400 mg

# tetracycline
doxycycline (Vibramycin) 20-200 mg
minocycline (Minocin) 50-200 mg
tetracycline 250-500 mg
tigecycline (Tygacil)

# sulfonamide
trimethoprim-sulfamethoxazole (Bactrim, Bactrim DS, Septra, Septra DS, TMP-SMX, TMP/SMX, trimethoprim/sulfamethoxazole, sulfamethoxazole-trimethoprim, sulfamethoxazole/trimethoprim, sulfamethoxazole, co-trimoxazole) 
sulfadiazine
silver sulfadiazine (Silvadene)
sulfasalazine (Azulfidine) 500-2000 mg

# aminoglycoside
gentamicin
tobramycin
amikacin
neomycin

# antibiotic
vancomycin (Vancocin) 125-2500 mg
clindamycin (Cleocin) 75-1200 mg
metronidazole (Flagyl) 250-2000 mg
tinidazole
linezolid (Zyvox) 600 mg
daptomycin (Cubicin)
nitrofurantoin (Macrobid, Macrodantin) 25-200 mg
fosfomycin (Monurol) 3 g
trimethoprim 100-200 mg
rifampin (Rifadin) 150-600 mg
rifaximin (Xifaxan) 200-550 mg
isoniazid (INH) 100-900 mg
ethambutol 
pyrazinamide
dapsone 25-200 mg
mupirocin (Bactroban)
bacitracin
polymyxin B 
colistin
methenamine (Hiprex)
chlorhexidine 

dalbavancin (Dalvance)
oritavancin
tedizolid
telavancin
quinupristin
chloramphenicol
rifapentine
bedaquiline
secnidazole
bezlotoxumab

# antifungal
isavuconazonium (Cresemba)
griseofulvin
flucytosine
terconazole
fluconazole (Diflucan) 50-800 mg
itraconazole (Sporanox) 100-400 mg
voriconazole (Vfend) 100-400 mg
posaconazole
terbinafine (Lamisil) 250 mg
nystatin 
ketoconazole (Nizoral) 200-400 mg
clotrimazole (Lotrimin)
micafungin (Mycamine) 50-150 mg
caspofungin (Cancidas) 35-70 mg
amphotericin B
miconazole (Monistat)

# antiviral
acyclovir (Zovirax) 200-800 mg
valacyclovir (Valtrex) 500-2000 mg
famciclovir 125-1500 mg
oseltamivir (Tamiflu) 30-75 mg
ganciclovir 
valganciclovir (Valcyte) 450-900 mg
nirmatrelvir-ritonavir (Paxlovid, nirmatrelvir/ritonavir)
remdesivir (Veklury) 100-200 mg
entecavir (Baraclude) 0.5-1 mg
tenofovir (Viread, Vemlidy) 
emtricitabine-tenofovir (Truvada, Descovy)
Biktarvy
dolutegravir (Tivicay) 50 mg
raltegravir (Isentress)
efavirenz
darunavir
lamivudine
abacavir
Genvoya
sofosbuvir 
Epclusa
Mavyret

baloxavir (Xofluza)
foscarnet
letermovir (Prevymis)
zidovudine
rilpivirine
Odefsey
Symtuza
Triumeq
Dovato
Cabenuva
bictegravir
molnupiravir
ribavirin

# antiparasitic
praziquantel
nitazoxanide
pyrantel
primaquine
mefloquine
ivermectin (Stromectol) 
hydroxychloroquine (Plaquenil) 100-400 mg
chloroquine
atovaquone (Mepron)
atovaquone-proguanil (Malarone)
permethrin
albendazole
mebendazole

# immune drug
methotrexate (Trexall) 2.5-25 mg
azathioprine (Imuran) 25-200 mg
mycophenolate (CellCept, Myfortic, mycophenolate mofetil) 180-1500 mg
tacrolimus (Prograf) 0.5-15 mg
cyclosporine (Neoral, Sandimmune) 25-400 mg
sirolimus (Rapamune)
everolimus
leflunomide (Arava) 10-100 mg
adalimumab (Humira) 20-160 mg
etanercept (Enbrel) 25-50 mg
infliximab (Remicade)
rituximab (Rituxan)
tofacitinib (Xeljanz) 5-22 mg
upadacitinib (Rinvoq) 15-45 mg
baricitinib (Olumiant)
ustekinumab (Stelara)
secukinumab (Cosentyx)
vedolizumab (Entyvio)
dupilumab (Dupixent) 200-600 mg
omalizumab (Xolair) 
tocilizumab (Actemra)
abatacept (Orencia) 125-1000 mg
sarilumab (Kevzara)
guselkumab (Tremfya)
risankizumab (Skyrizi)
ixekizumab (Taltz)
golimumab (Simponi)
certolizumab (Cimzia)
tezepelumab (Tezspire)
mepolizumab (Nucala)
benralizumab (Fasenra)
belimumab (Benlysta)
natalizumab (Tysabri)
interferon
glatiramer (Copaxone)
dimethyl fumarate (Tecfidera)
fingolimod (Gilenya)
teriflunomide (Aubagio)
ofatumumab (Kesimpta)
apremilast (Otezla) 10-30 mg
ocrelizumab (Ocrevus)
mesalamine (Asacol, Lialda, Pentasa) 400-4800 mg
budesonide (Pulmicort, Entocort, Rhinocort) 0.09-9 mg

# cancer drug
cyclophosphamide (Cytoxan)
doxorubicin (Adriamycin)
cisplatin
carboplatin
oxaliplatin
paclitaxel (Taxol)
docetaxel (Taxotere)
gemcitabine (Gemzar)
fluorouracil (5-FU, 5-fluorouracil)
capecitabine (Xeloda)
vincristine
etoposide
bleomycin
irinotecan
pemetrexed (Alimta)
imatinib (Gleevec) 100-800 mg
osimertinib (Tagrisso)
erlotinib (Tarceva)
ibrutinib (Imbruvica)
palbociclib (Ibrance)
pembrolizumab (Keytruda)
nivolumab (Opdivo)
atezolizumab (Tecentriq)
trastuzumab (Herceptin)
bevacizumab (Avastin)
lenalidomide (Revlimid)
bortezomib (Velcade)
hydroxyurea (Hydrea) 
abiraterone (Zytiga) 
enzalutamide (Xtandi)
bicalutamide (Casodex) 50-150 mg
filgrastim (Neupogen)
pegfilgrastim (Neulasta)
aflibercept (Eylea)
ranibizumab (Lucentis)
FOLFOX
FOLFIRI

olaparib (Lynparza)
niraparib (Zejula)
venetoclax (Venclexta)
azacitidine
decitabine
cytarabine
mercaptopurine (6-MP)
temozolomide (Temodar)
vinorelbine
vinblastine
topotecan
eribulin
mitomycin
leucovorin
mesna
dexrazoxane
anakinra (Kineret)
probenecid
pegloticase (Krystexxa)
voclosporin
BCG
thymoglobulin
basiliximab
belatacept

# contrast
gadolinium
iohexol (Omnipaque)
iodinated contrast (iodine contrast)
`
