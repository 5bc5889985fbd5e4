/** Drugs of lungs, bowels, bladder, eyes and skin, and supplements. drugs.ts describes the format of a row. */
export const organDrugs = `
# inhaler
albuterol (ProAir, Ventolin, Proventil) 
levalbuterol (Xopenex)
ipratropium (Atrovent)
ipratropium-albuterol (Combivent, DuoNeb, DuoNebs, albuterol-ipratropium, albuterol/ipratropium, ipratropium/albuterol)
tiotropium (Spiriva)
umeclidinium (Incruse)
fluticasone (Flonase, Flovent)
fluticasone-salmeterol (Advair, Wixela, fluticasone/salmeterol)
budesonide-formoterol (Symbicort, budesonide/formoterol)
fluticasone-vilanterol (Breo)
salmeterol (Serevent)
formoterol
Trelegy
Anoro
Stiolto
beclomethasone (Qvar)

mometasone-formoterol (Dulera)
Breztri
Bevespi
arformoterol (Brovana)
revefenacin (Yupelri)
aclidinium (Tudorza)
ciclesonide (Alvesco)
racemic epinephrine (racepinephrine)
terbutaline

# lung drug
nintedanib (Ofev)
pirfenidone (Esbriet)
zafirlukast (Accolate)
zileuton
dornase alfa (Pulmozyme)
bosentan
ambrisentan
macitentan (Opsumit)
treprostinil
riociguat (Adempas)
selexipag (Uptravi)
vardenafil (Levitra)
codeine-guaifenesin (Cheratussin)
montelukast (Singulair) 4-10 mg
theophylline 100-600 mg
DayQuil
NyQuil
Theraflu
Alka-Seltzer
roflumilast (Daliresp)
guaifenesin (Mucinex, Robitussin) 100-1200 mg
benzonatate (Tessalon, Tessalon Perles) 100-200 mg
dextromethorphan (Delsym) 10-60 mg
pseudoephedrine (Sudafed) 30-240 mg
acetylcysteine 
sildenafil (Viagra, Revatio) 20-100 mg
tadalafil (Cialis) 2.5-40 mg
oxymetazoline (Afrin)
azelastine

# antihistamine
cetirizine (Zyrtec) 2.5-20 mg
loratadine (Claritin) 5-20 mg
fexofenadine (Allegra) 30-180 mg
levocetirizine (Xyzal) 2.5-10 mg
diphenhydramine (Benadryl) 12.5-100 mg
promethazine (Phenergan) 6.25-50 mg
cyproheptadine 

# stomach drug
omeprazole (Prilosec) 10-80 mg
pantoprazole (Protonix) 20-80 mg
esomeprazole (Nexium) 10-80 mg
lansoprazole (Prevacid) 15-60 mg
rabeprazole (Aciphex) 20-40 mg
dexlansoprazole (Dexilant) 30-60 mg
famotidine (Pepcid) 10-80 mg
ranitidine (Zantac) 75-300 mg
sucralfate (Carafate) 1 g
metoclopramide (Reglan) 5-20 mg
ondansetron (Zofran) 2-24 mg
prochlorperazine (Compazine) 2.5-25 mg
dicyclomine (Bentyl) 10-40 mg
hyoscyamine 
loperamide (Imodium) 2-4 mg
bismuth subsalicylate (Pepto-Bismol)
simethicone (Gas-X)
calcium carbonate (Tums)
ursodiol (Actigall) 250-1000 mg
lactulose 
pancrelipase (Creon)

diphenoxylate-atropine (Lomotil)
vonoprazan (Voquezna)
aprepitant (Emend)
Gaviscon
Maalox
Mylanta
alginate
naloxegol (Movantik)
methylnaltrexone (Relistor)
eluxadoline (Viberzi)
obeticholic acid
zinc acetate

# laxative
plecanatide (Trulance)
prucalopride (Motegrity)
Fleet enema (enema, enemas, glycerin suppository)
polyethylene glycol (MiraLAX, GoLYTELY) 
docusate (Colace, docusate sodium) 50-300 mg
senna (Senokot) 
bisacodyl (Dulcolax) 5-20 mg
magnesium citrate
milk of magnesia
psyllium (Metamucil)
linaclotide (Linzess) 72-290 mcg
lubiprostone (Amitiza)

# bladder drug
oxybutynin (Ditropan) 2.5-30 mg
tolterodine (Detrol) 1-4 mg
solifenacin (Vesicare) 5-10 mg
mirabegron (Myrbetriq) 25-50 mg
trospium 
phenazopyridine (Pyridium) 95-200 mg
bethanechol 

vibegron (Gemtesa)
fesoterodine (Toviaz)
darifenacin (Enablex)
pentosan (Elmiron)
flavoxate

# eye drug
brimonidine-timolol (Combigan)
brinzolamide (Azopt)
Simbrinza
Rocklatan
pilocarpine
faricimab (Vabysmo)
difluprednate (Durezol)
bromfenac
nepafenac
polymyxin-trimethoprim (Polytrim)
ciprofloxacin-dexamethasone (Ciprodex)
carbamide peroxide (Debrox)
homatropine
fluorescein
proparacaine
latanoprost (Xalatan)
brimonidine (Alphagan)
dorzolamide (Trusopt)
dorzolamide-timolol (Cosopt)
travoprost (Travatan)
bimatoprost (Lumigan)
ketotifen (Zaditor)
cyclopentolate
tropicamide
artificial tears
netarsudil (Rhopressa)
carteolol
betaxolol
prednisolone acetate
loteprednol (Lotemax)
lifitegrast (Xiidra)
Restasis
olopatadine (Pataday)
AREDS

# skin drug
tretinoin (Retin-A)
isotretinoin (Accutane)
benzoyl peroxide
salicylic acid
triple antibiotic (Neosporin)
calamine
petrolatum (Vaseline, Aquaphor)
calcipotriene
urea
adapalene (Differin)
azelaic acid
imiquimod (Aldara)
Protopic
pimecrolimus (Elidel)
crisaborole (Eucrisa)
ruxolitinib (Opzelura)
aluminum chloride
Rogaine
hydroquinone
selenium sulfide
coal tar
zinc oxide
emollient (emollients)
collagenase (Santyl)

tazarotene
ciclopirox
efinaconazole (Jublia)
podofilox
cantharidin
Efudex
deoxycholic acid
witch hazel
lanolin
zinc oxide paste

# supplement
vitamin D (vitamin D3, vitamin D 3, cholecalciferol, ergocalciferol, vitamin D2) 
vitamin B12 (cyanocobalamin, B12, vitamin B-12, B-12)
vitamin C (ascorbic acid)
vitamin E
vitamin K (phytonadione)
folic acid (folate) 0.4-5 mg
thiamine 50-500 mg
pyridoxine 
multivitamin (multivitamins, daily multivitamin)
prenatal vitamin (prenatal vitamins)
ferrous sulfate (iron, iron sulfate, iron supplement, iron supplements)
iron sucrose (Venofer)
ferrous gluconate
calcium (calcium with vitamin D, calcium citrate)
magnesium oxide (magnesium)
magnesium sulfate 
potassium chloride (K-Dur, Klor-Con, KCl) 8-80 mEq
potassium citrate
sodium bicarbonate
zinc 
glucosamine
turmeric
probiotic (probiotics)
erythropoietin (epoetin, Epogen, Procrit)
darbepoetin (Aranesp)
normal saline (lactated Ringer's, lactated Ringers, half normal saline, saline)
Rho(D) immune globulin (RhoGAM)
immunoglobulin (IVIG)
tetanus toxoid (Tdap)
influenza vaccine (flu vaccine, flu shot)
pneumococcal vaccine (Pneumovax, Prevnar)
Shingrix
Gardasil
DTaP
MMR
nicotinamide (niacinamide)
biotin
coenzyme Q10 (CoQ10, Co-Q10)
saw palmetto
St. John's wort
ginkgo
fiber supplement
ferric carboxymaltose (Injectafer)
sodium chloride
D5W
albumin
hyaluronic acid
electrolytes
calcium acetate (PhosLo)
patiromer (Veltassa)
sodium zirconium cyclosilicate (Lokelma)
sodium polystyrene (Kayexalate)
activated charcoal
flumazenil
levocarnitine
vitamin A
vitamin B6
B complex (vitamin B complex)
cannabidiol (CBD)
radioactive iodine
nasal saline (saline nasal spray, saline rinse, saline rinses, hypertonic saline)
selenium
potassium 
glucosamine chondroitin
elderberry
echinacea
ashwagandha
creatine
cranberry 
eltrombopag (Promacta)
romiplostim (Nplate)
deferasirox
protamine
prothrombin complex (Kcentra)
iron dextran
ferumoxytol (Feraheme)
hepatitis B vaccine
`
