/** Drugs of the glands, metabolism and bones, hormones and steroids. drugs.ts describes the format of a row. */
export const glandDrugs = `
# insulin
insulin (regular insulin) 1-150 units
insulin glargine (Lantus, Basaglar, Toujeo, Semglee, glargine) 2-150 units
insulin lispro (Humalog, Admelog, lispro) 1-100 units
insulin aspart (Novolog, Fiasp, aspart) 1-100 units
insulin detemir (Levemir, detemir) 2-150 units
insulin degludec (Tresiba, degludec) 2-200 units
NPH (NPH insulin, insulin NPH, Humulin N, Novolin N, Humulin, Novolin, Humulin R, Novolin R, Humulin 70/30, Novolin 70/30) 2-150 units

Humalog Mix (Humalog Mix 75/25, Novolog Mix, Novolog Mix 70/30, 70/30 insulin, insulin 70/30)
Afrezza
U-500 insulin
Soliqua
Xultophy

# diabetes drug
Synjardy
Xigduo
Glyxambi
Jentadueto
pramlintide (Symlin)
miglitol
metformin (Glucophage, Glucophage XR, Fortamet) 250-2550 mg
metformin-sitagliptin (Janumet)
glipizide (Glucotrol) 2.5-20 mg
glimepiride (Amaryl) 0.5-8 mg
glyburide (Diabeta, Micronase) 1.25-20 mg
pioglitazone (Actos) 15-45 mg
repaglinide (Prandin) 0.5-4 mg
nateglinide (Starlix) 60-120 mg
acarbose (Precose) 25-100 mg
sitagliptin (Januvia) 25-100 mg
linagliptin (Tradjenta) 5 mg
saxagliptin (Onglyza) 2.5-5 mg
alogliptin (Nesina) 6.25-25 mg
empagliflozin (Jardiance) 10-25 mg
dapagliflozin (Farxiga) 5-10 mg
canagliflozin (Invokana) 100-300 mg
ertugliflozin (Steglatro) 5-15 mg
semaglutide (Ozempic, Wegovy, Rybelsus) 0.25-14 mg
liraglutide (Victoza, Saxenda) 0.6-3 mg
dulaglutide (Trulicity) 0.75-4.5 mg
exenatide (Byetta, Bydureon)
tirzepatide (Mounjaro, Zepbound) 2.5-15 mg
glucagon 0.5-1 mg
dextrose

# thyroid drug
levothyroxine (Synthroid, Levoxyl, Unithroid, Euthyrox) 12.5-300 mcg
liothyronine (Cytomel) 5-75 mcg
Armour Thyroid
methimazole (Tapazole) 2.5-40 mg
propylthiouracil (PTU) 50-300 mg

# steroid
prednisone (Deltasone) 1-100 mg
prednisolone (Orapred, Pred Forte) 1-80 mg
methylprednisolone (Medrol, Solu-Medrol, Medrol Dosepak, Medrol dose pack) 4-1000 mg
dexamethasone (Decadron) 0.5-40 mg
hydrocortisone (Cortef, Solu-Cortef) 5-100 mg
fludrocortisone (Florinef) 0.05-0.3 mg
triamcinolone (Kenalog) 
betamethasone (Celestone) 
cortisone
clobetasol
mometasone (Nasonex, Asmanex)
fluocinonide
desonide
betamethasone dipropionate
halobetasol

# hormone
estradiol (Estrace, Climara, Vivelle) 0.01-6 mg
conjugated estrogens (Premarin) 0.3-2.5 mg
estrogen
progesterone (Prometrium) 100-400 mg
medroxyprogesterone (Provera, Depo-Provera) 2.5-400 mg
norethindrone (Aygestin, Micronor) 0.35-15 mg
levonorgestrel (Mirena, Plan B)
norethindrone ethinyl estradiol (Loestrin)
etonogestrel (Nexplanon, NuvaRing)
testosterone (AndroGel, testosterone cypionate) 10-400 mg
oxytocin (Pitocin)
misoprostol (Cytotec) 25-800 mcg
methylergonovine (Methergine) 0.2 mg
letrozole (Femara) 2.5-7.5 mg
anastrozole (Arimidex) 1 mg
exemestane (Aromasin) 25 mg
tamoxifen 10-40 mg
raloxifene (Evista) 60 mg
clomiphene (Clomid) 25-150 mg
finasteride (Proscar, Propecia) 1-5 mg
dutasteride (Avodart) 0.5 mg
cabergoline 0.25-1 mg
bromocriptine 
desmopressin (DDAVP)
leuprolide (Lupron, Eligard) 
octreotide 

norgestimate ethinyl estradiol (Sprintec, Ortho Tri-Cyclen)
drospirenone (Yaz, Yasmin, Slynd)
elagolix (Orilissa)
ulipristal
carboprost (Hemabate)
dinoprostone (Cervidil)
ospemifene
Vagifem
goserelin (Zoladex)
degarelix (Firmagon)
relugolix (Orgovyx)
fulvestrant (Faslodex)
lanreotide
mifepristone
progestin

# bone drug
romosozumab (Evenity)
abaloparatide (Tymlos)
paricalcitol (Zemplar)
doxercalciferol
ferric citrate (Auryxia)
lanthanum (Fosrenol)
alendronate (Fosamax) 5-70 mg
risedronate (Actonel) 5-150 mg
ibandronate (Boniva) 2.5-150 mg
zoledronic acid (Reclast, Zometa) 4-5 mg
denosumab (Prolia, Xgeva) 60-120 mg
teriparatide (Forteo) 20 mcg
calcitonin
calcitriol (Rocaltrol) 0.25-2 mcg
cinacalcet (Sensipar) 30-180 mg
sevelamer (Renvela, Renagel) 400-3200 mg
`
